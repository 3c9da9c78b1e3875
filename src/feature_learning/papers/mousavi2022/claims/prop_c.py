"""Evidence for prop-c."""

import numpy as np
import pandas as pd

from feature_learning.papers.mousavi2022.shared.even import even_runs
from feature_learning.statistics import (
    Evidence,
    Tables,
    loglog_slope,
    named,
    one_by_seed,
    slope_of_mean,
)


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


def directions(tables: Tables) -> Evidence:
    runs = even_runs(tables)
    return _exponents(runs[runs["t_over_d"] == 64], "d", "k", "d = {:g}, T/d = 64")


def directions_bound(tables: Tables) -> Evidence:
    """The gap over sqrt(k d/T); rival: the gap at the smallest T for every T."""
    runs = even_runs(tables).assign(bound=lambda rows: np.sqrt(rows["k"] / rows["t_over_d"]))
    parts, rivals = [], []
    for (d, k), own in runs.groupby(["d", "k"]):
        first = own[own["t_over_d"] == own["t_over_d"].min()]["gap"].mean()
        for time, rows in own.groupby("t_over_d"):
            bound = rows["bound"].iloc[0]
            name = f"d = {d}, k = {k}, T/d = {time:g}"
            parts.append((name, one_by_seed(rows, "gap") / bound))
            rivals.append(first / bound)
    return Evidence.stacked(parts).against(rivals)


def directions_slope(tables: Tables) -> Evidence:
    runs, dimensions = even_runs(tables), tables.values("subspace_k", "d")
    means = (
        runs.groupby(["seed", "d", "k", "t_over_d"])["gap"].mean().unstack(["d", "k", "t_over_d"])
    )
    means = means.sort_index(axis=1)
    k, time = (means.columns.get_level_values(name).to_numpy(float) for name in ("k", "t_over_d"))
    ratios = (k / time).reshape(len(dimensions), -1)

    def fit(mean: np.ndarray) -> np.ndarray:
        rows = mean.reshape(len(dimensions), -1)
        return np.array([loglog_slope(x, y) for x, y in zip(ratios, rows, strict=True)])

    return Evidence(means.to_numpy(), named("d", dimensions), fit=fit)
