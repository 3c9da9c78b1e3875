"""Limits of infinite dimension: one function per experiment."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd

from feature_learning.core.setting import Setting
from feature_learning.data.targets import single_index
from feature_learning.networks.activations import RELU
from feature_learning.papers.reduction.model import STAIRCASE, STUDENTS
from feature_learning.theory.one_giant_step import leap_alignment, leap_constant, weight_cosine


def one_step(setting: Setting) -> pd.DataFrame:
    """The mean cosine, the same at every d."""
    slope = float(np.linalg.norm(STAIRCASE.linear()))
    along = weight_cosine(RELU, slope, STAIRCASE.square_norm, setting["alpha"], setting["step"])
    return pd.DataFrame([{**point, "along": along} for point in setting.points("d")])


def transition(setting: Setting) -> pd.DataFrame:
    """Mean squared cosine of the gradient; it only depends on n/d^l."""
    rows = []
    for point in setting.points("leap", "ratio"):
        leap = int(point["leap"])
        constant = leap_constant(STUDENTS[leap], leap, math.sqrt(math.factorial(leap)), single_index(leap).square_norm)
        rows.append({**point, "alignment": leap_alignment(constant, leap, float(point["ratio"]))})
    return pd.DataFrame(rows)
