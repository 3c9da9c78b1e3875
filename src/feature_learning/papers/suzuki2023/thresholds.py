"""Samples to a given accuracy, run by run: a run is a replica of a seed."""

from __future__ import annotations

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.statistics.evidence import by_run
from feature_learning.statistics.exponents import crossing, loglog_slope

LEVEL = 0.8


def thresholds(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the samples to accuracy 0.8, one row per run and one column per dimension; NaN if it is not reached.

    Parameters
    ----------
    frame
        Rows with seed, replica, d, n and accuracy, of one k and alpha; n and accuracy may be lists.
    """
    found: dict[int, dict[object, float]] = {}
    if frame["n"].dtype == object:
        frame = frame.explode(["n", "accuracy"])
    runs = by_run(frame)
    for d in sorted(map(int, runs["d"].unique())):
        for run, group in runs[runs["d"] == d].groupby("seed"):
            curve = group.sort_values("n")
            found.setdefault(d, {})[run] = crossing(curve["n"].to_numpy(float), curve["accuracy"].to_numpy(float), LEVEL)
    return pd.DataFrame(found).sort_index(axis=1)


def network(tables: Tables, k: int, alpha: float) -> pd.DataFrame:
    """Return the network's thresholds; alpha = 0 is figure 1's experiment (k = 2) or the long one (k = 3)."""
    if alpha == 0:
        return thresholds(tables.runs("heatmap" if k == 2 else "cubic"))
    return thresholds(tables.runs("anisotropic", alpha=alpha, k=k))


def kernel(tables: Tables, k: int, alpha: float) -> pd.DataFrame:
    """Return the best kernel's thresholds."""
    return thresholds(tables.runs("kernel_baseline", alpha=alpha, k=k))


def slopes(found: pd.DataFrame) -> np.ndarray:
    """Return each run's exponent, shape (runs,)."""
    at = np.array(found.columns, dtype=float)
    return np.array([loglog_slope(at, row) for row in found.to_numpy()])
