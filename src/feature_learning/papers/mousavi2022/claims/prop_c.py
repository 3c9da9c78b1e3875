"""Evidence for prop-c."""

import numpy as np
import pandas as pd

from feature_learning.statistics import Evidence, Tables, loglog_slope, slope_of_mean


def exponent(tables: Tables) -> Evidence:
    runs = tables.runs("gap")
    narrow = runs["width"] < runs["wide"]
    runs = runs[narrow] if narrow.any() else runs
    means = runs.groupby(["seed", "t_over_d"])["gap"].mean().unstack()
    return slope_of_mean(means, "exponent in T/d")


def _exponents(runs: pd.DataFrame, curve: str, size: str, name: str) -> Evidence:
    """Return the exponent in a size of the mean gap, for each value of another column."""
    means = runs.groupby(["seed", curve, size])["gap"].mean().unstack([curve, size])
    means = means.sort_index(axis=1)
    curves, sizes = (means.columns.unique(level=level) for level in (curve, size))

    def fit(mean: np.ndarray) -> np.ndarray:
        rows = mean.reshape(len(curves), len(sizes))
        return np.array([loglog_slope(sizes.to_numpy(dtype=float), row) for row in rows])

    return Evidence(means.to_numpy(), [name.format(value) for value in curves], fit=fit)


def _gap_exponents(tables: Tables, size: str) -> Evidence:
    """Return exponents of the gap, a mean over the other size, where every network has been run."""
    runs = tables.runs("gap")
    count = runs.groupby("t_over_d")["gap"].transform("size")
    return _exponents(runs[count == count.max()], "t_over_d", size, "T/d = {:g}")


def width(tables: Tables) -> Evidence:
    return _gap_exponents(tables, "width")


def dimension(tables: Tables) -> Evidence:
    return _gap_exponents(tables, "d")
