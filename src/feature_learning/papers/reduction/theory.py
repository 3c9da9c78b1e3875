"""Limits of infinite dimension, and predictions at a finite one: one function per experiment."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd

from feature_learning.core.setting import Setting
from feature_learning.data.targets import STAIRCASE, pure_leap, single_index
from feature_learning.networks.activations import RELU
from feature_learning.papers.reduction.model import STUDENTS
from feature_learning.theory.beside_the_line import across_constant
from feature_learning.theory.finite_alignment import mean_finite_alignment
from feature_learning.theory.one_giant_step import leap_alignment, leap_constant, weight_cosine


def one_step(setting: Setting) -> pd.DataFrame:
    """The mean cosine along the line, and d times the mean squared cosine across it: the same at every d."""
    alpha, step = setting["alpha"], setting["step"]
    slope = float(np.linalg.norm(STAIRCASE.linear()))
    limits = {
        "along": weight_cosine(RELU, slope, STAIRCASE.square_norm, alpha, step),
        "scaled_across": across_constant(STAIRCASE, RELU, alpha, step),
    }
    return pd.DataFrame([{**point, **limits} for point in setting.points("d")])


def transition(setting: Setting) -> pd.DataFrame:
    """Mean squared cosine of the gradient, less 1/d: at each dimension (``finite``), and its limit, which depends on n/d^l alone."""
    rows = []
    ratios = np.array(setting.grid["ratio"], dtype=float)
    for leap in map(int, setting.grid["leap"]):
        limits = [leap_alignment(_constant(leap), leap, ratio) for ratio in ratios]
        for factor in map(int, setting.grid["factor"]):
            d = setting[f"base_{leap}"] * factor
            finite = mean_finite_alignment(STUDENTS[leap], pure_leap(leap), d, ratios * float(d) ** leap) - 1 / d
            columns = zip(ratios.tolist(), limits, finite.tolist(), strict=True)
            rows += [{"leap": leap, "factor": factor, "d": d, "ratio": r, "alignment": limit, "finite": own} for r, limit, own in columns]
    return pd.DataFrame(rows)


def _constant(leap: int) -> float:
    return leap_constant(STUDENTS[leap], leap, math.sqrt(math.factorial(leap)), single_index(leap).square_norm)


def approach(setting: Setting) -> pd.DataFrame:
    """The distance of the finite-d alignment from its limit, at one n/d^l for l = 3."""
    leap, ratio = 3, float(setting["ratio"])
    limit = leap_alignment(_constant(leap), leap, ratio)
    found = [
        mean_finite_alignment(STUDENTS[leap], pure_leap(leap), d, np.array([ratio * float(d) ** leap]))[0] - 1 / d
        for d in map(int, setting.grid["d"])
    ]
    return pd.DataFrame({"d": list(map(int, setting.grid["d"])), "excess": np.array(found) - limit})
