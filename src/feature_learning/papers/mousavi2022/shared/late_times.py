"""The end of a run, and how fast its orthogonal part falls before it."""

import numpy as np
import pandas as pd

from feature_learning.statistics import by_seed, slope_per_seed

FITTED_FROM = {"prop-a": 20.0, "decay": 40.0, "subspace": 20.0, "even": 16.0}
"""The t/d from which on exponents are fitted."""


def late_slopes(runs: pd.DataFrame, start: float, offset: float, value: str = "perp") -> np.ndarray:
    """Return the exponent of each seed's orthogonal part, or its prediction, from a given time on
    against t + t0; shape (seeds,).
    """
    late = by_seed(runs[runs["t_over_d"] >= start], value, "t_over_d")
    return slope_per_seed(late.set_axis(late.columns.to_numpy(dtype=float) + offset, axis=1))


def last(runs: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of the last time."""
    return runs[runs["t_over_d"] == runs["t_over_d"].max()]
