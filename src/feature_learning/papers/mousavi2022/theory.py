"""Predictions that need no run, one function per experiment; the others are in the rows of the runs (``predicted``)."""

from __future__ import annotations

import numpy as np
import pandas as pd

from feature_learning.core.setting import Setting
from feature_learning.data.hermite import power_above
from feature_learning.papers.mousavi2022.model import TARGETS
from feature_learning.theory.principal_subspace import decay_exponent


def decay(setting: Setting) -> pd.DataFrame:
    """Exponent of the orthogonal part against the weight decay."""
    rows = [{"decay": value, "exponent": decay_exponent(value)} for value in map(float, setting.grid["decay"])]
    return pd.DataFrame(rows)


def gap(setting: Setting) -> pd.DataFrame:
    """The bound's shape ``sqrt(k d/T)`` with constant 1, k = 1."""
    rows = [{"t_over_d": ratio, "bound": float(np.sqrt(1 / ratio))} for ratio in map(float, setting.grid["t_over_d"])]
    return pd.DataFrame(rows)


def tangent(setting: Setting) -> pd.DataFrame:
    """Relative error of the best polynomial of each degree, the plateau of a kernel with too few samples for the next degree."""
    rows = []
    for name in ("cube", "steep-tanh"):
        link = TARGETS[name][0]
        power = power_above(link, 0)
        degrees = map(int, setting.grid["degree"])
        rows += [{"target": name, "degree": degree, "plateau": power_above(link, degree) / power} for degree in degrees]
    return pd.DataFrame(rows)
