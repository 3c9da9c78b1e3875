"""Sample sizes at which the error or the alignment crosses its level (prop-d)."""

import numpy as np
import pandas as pd

from feature_learning.statistics import Interval, Tables, by_seed, crossing, fitted_logarithm

ERROR, ALIGNMENT, HALF = 0.2, 0.9, 0.5


def samples_needed(tables: Tables, value: str) -> pd.DataFrame:
    """Return the samples at which the network's ``alignment`` or ``error`` on the cube reaches its
    level, one row per seed and one column per dimension; NaN where it does not.
    """
    runs = tables.runs("samples", target="cube")
    return _crossings(runs[runs["d"] != runs["plateau_d"]], value)


def link_samples(tables: Tables, target: str) -> pd.DataFrame:
    """Return the samples at which the alignment on another link reaches its level, as above."""
    return _crossings(tables.runs("links", target=target), "alignment")


def kernel_samples(runs: pd.DataFrame) -> Interval:
    """Return the samples at which the kernel's mean error is a half.

    Parameters
    ----------
    runs
        The rows of one degree, law of the inputs and dimension.
    """
    table = by_seed(runs, "error", "n")
    n = table.columns.to_numpy(dtype=float)
    return fitted_logarithm(table.to_numpy(), lambda mean: float(np.log(half_learned(n, mean))))


def half_learned(n: np.ndarray, errors: np.ndarray) -> float:
    """Return the n at which an error falls to a half, interpolated in ln n."""
    return crossing(n, 1 - errors, HALF)


def _crossings(runs: pd.DataFrame, value: str) -> pd.DataFrame:
    columns = {}
    for d, of_d in runs.groupby("d"):
        matrix = by_seed(of_d, value, "n")
        n, curves, level = matrix.columns.to_numpy(dtype=float), matrix.to_numpy(), ALIGNMENT
        if value == "error":  # errors fall roughly as powers, so their logarithms are interpolated
            curves, level = -np.log(curves), -np.log(ERROR)
        columns[d] = pd.Series([crossing(n, curve, level) for curve in curves], matrix.index)
    return pd.DataFrame(columns)
