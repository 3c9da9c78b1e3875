"""Limits of infinite dimension, and predictions at a finite one: one function per experiment."""

import numpy as np
import pandas as pd

from feature_learning.core.setting import Setting
from feature_learning.data.targets import STAIRCASE
from feature_learning.networks.named import activation
from feature_learning.theory.beside_the_line import across_constant
from feature_learning.theory.finite_alignment import pure_leap_alignment
from feature_learning.theory.one_giant_step import weight_cosine


def one_step(setting: Setting) -> pd.DataFrame:
    """The mean cosine along the line, and d times the mean squared cosine across it: the same at
    every d.
    """
    alpha, step = setting["alpha"], setting["step"]
    sigma, slope = activation(setting["activation"]), float(np.linalg.norm(STAIRCASE.linear()))
    limits = {
        "along": weight_cosine(sigma, slope, STAIRCASE.square_norm, alpha, step),
        "scaled_across": across_constant(STAIRCASE, sigma, alpha, step),
    }
    return pd.DataFrame([{**point, **limits} for point in setting.points("d")])


def transition(setting: Setting) -> pd.DataFrame:
    """Mean squared cosine of the gradient, less 1/d: at each dimension (``finite``), and its limit,
    which depends on n/d^l alone.
    """
    frames, ratios = [], setting.floats("ratio")
    for case in setting.mappings("leaps"):
        leap, student = case["leap"], activation(case["activation"])
        for factor in setting.ints("factor"):
            d = case["smallest"] * factor
            limit, finite = pure_leap_alignment(student, leap, d, ratios)
            columns = {"ratio": ratios, "alignment": limit, "finite": finite}
            frames.append(pd.DataFrame({"leap": leap, "factor": factor, "d": d, **columns}))
    return pd.concat(frames, ignore_index=True)
