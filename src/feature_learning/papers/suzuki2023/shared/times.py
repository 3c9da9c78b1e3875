"""The time to accuracy 0.8 of single runs."""

from __future__ import annotations

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.papers.suzuki2023.shared.thresholds import LEVEL
from feature_learning.statistics.evidence import by_run, by_seed
from feature_learning.statistics.exponents import crossing, loglog_slope
from feature_learning.statistics.intervals import Interval, mean


def learning_times(tables: Tables, **where: float) -> pd.DataFrame:
    """Return the runs of ``learning_time`` with their time t80, NaN where it is after the horizon.

    Parameters
    ----------
    tables
        The paper's tables.
    **where
        Column values; only rows that have all of them are returned.

    Returns
    -------
    pandas.DataFrame
        Columns alpha, k, d, n, seed (of the run) and t80.
    """
    rows = by_run(tables.runs("learning_time", **where))
    found = [first_passage(np.array(t, dtype=float), np.array(curve)) for t, curve in zip(rows["t"], rows["accuracy"], strict=True)]
    return rows[["alpha", "k", "d", "n", "seed"]].assign(t80=found)


def first_passage(times: np.ndarray, accuracies: np.ndarray) -> float:
    """Return the time at which one run first has accuracy 0.8; NaN if it never has.

    Parameters
    ----------
    times, accuracies : (times,)
        Between them accuracy is interpolated in ln t. Before the first time it rises from 0.5, at half of it.
    """
    return crossing(np.r_[times[0] / 2, times], np.r_[0.5, accuracies], LEVEL)


def power(tables: Tables, k: int, alpha: float, high: float = np.inf) -> Interval:
    """Return the power of d with which the mean logarithm of t80 grows, with its interval over runs; NaN if a run does not learn.

    Parameters
    ----------
    tables
        The paper's tables.
    k, alpha
        Which parities.
    high
        The largest dimension.
    """
    return mean(powers(tables, k, alpha, high))


def powers(tables: Tables, k: int, alpha: float, high: float = np.inf) -> np.ndarray:
    """Return the power of d for each run, shape (runs,); NaN if it does not learn at some d. Arguments as for `power`."""
    rows = learning_times(tables, alpha=alpha, k=k)
    matrix = by_seed(rows[rows["d"] <= high], "t80", "d")
    at = matrix.columns.to_numpy(dtype=float)
    return np.array([loglog_slope(at, row) for row in matrix.to_numpy()])
