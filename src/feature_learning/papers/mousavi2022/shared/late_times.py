"""The end of a run, and how fast its orthogonal part falls before it."""

from __future__ import annotations

import numpy as np
import pandas as pd

from feature_learning.statistics.evidence import by_seed
from feature_learning.statistics.exponents import loglog_slope

FITTED_FROM = {"prop-a": 20.0, "prop-b": 40.0, "prop-f": 20.0}
"""The t/d from which on exponents are fitted."""


def late_slopes(frame: pd.DataFrame, start: float, offset: float, value: str = "perp") -> np.ndarray:
    """Return the exponent of each seed's orthogonal part, or its prediction, from a given time on against t + t0; shape (seeds,)."""
    late = by_seed(frame[frame["t_over_d"] >= start], value, "t_over_d")
    return np.array([loglog_slope(late.columns.to_numpy(dtype=float) + offset, row) for row in late.to_numpy()])


def last(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of the last time."""
    return frame[frame["t_over_d"] == frame["t_over_d"].max()]
