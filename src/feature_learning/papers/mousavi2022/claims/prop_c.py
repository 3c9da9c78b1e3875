"""Evidence for prop-c."""

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.papers.mousavi2022.shared.measured import gap_exponents, over_bound
from feature_learning.statistics.evidence import Evidence
from feature_learning.statistics.exponents import loglog_slope


def bound(tables: Tables) -> Evidence:
    return over_bound(tables.runs("gap"), tables.theory("gap"), ["d", "width", "t_over_d"])


def exponent(tables: Tables) -> Evidence:
    runs = tables.runs("gap")
    runs = runs[runs["width"] < runs["wide"]] if (runs["width"] < runs["wide"]).any() else runs
    means = runs.groupby(["seed", "t_over_d"])["gap"].mean().unstack()
    ratios = means.columns.to_numpy(dtype=float)
    return Evidence(means.to_numpy(), ["exponent in T/d"], fit=lambda mean: loglog_slope(ratios, mean))


def width(tables: Tables) -> Evidence:
    return gap_exponents(tables, "width")


def dimension(tables: Tables) -> Evidence:
    return gap_exponents(tables, "d")


def k(tables: Tables) -> Evidence:
    runs = tables.runs("gap_k")
    runs = runs[runs["t_over_d"] == runs["t_over_d"].min()]
    matrix = runs.pivot(index="seed", columns=["link", "k"], values="gap").sort_index(axis=1)
    links, counts = (sorted(matrix.columns.unique(level=name)) for name in ("link", "k"))

    def fit(mean: np.ndarray) -> np.ndarray:
        return np.array([loglog_slope(np.array(counts, dtype=float), row) for row in mean.reshape(len(links), len(counts))])

    return Evidence(matrix.to_numpy(), links, fit=fit)


def k_bound(tables: Tables) -> Evidence:
    return over_bound(tables.runs("gap_k"), tables.theory("gap_k"), ["link", "k", "t_over_d"])
