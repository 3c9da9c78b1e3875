"""Evidence for figure-1."""

from typing import Literal

from feature_learning.papers.suzuki2023.shared.thresholds import exponents, heat_curves
from feature_learning.statistics import Evidence, Tables, by_run, by_seed, named


def exponent(tables: Tables) -> Evidence:
    return exponents([heat_curves(tables, 16, 64)], ["slope"])


def _at_most(tables: Tables, ratio: float, estimate: Literal["mean", "median"]) -> Evidence:
    """Return the accuracies at the largest n up to ``ratio d``, at the longest horizon, for d of 16
    and more.
    """
    runs = tables.runs("heatmap", horizon=tables.values("heatmap", "horizon")[-1])
    runs = runs[(runs["n"] <= ratio * runs["d"]) & (runs["d"] >= 16)]
    runs = runs[runs["n"] == runs.groupby("d")["n"].transform("max")]
    accuracies = by_seed(by_run(runs), "accuracy", "d")
    points = named("d", list(accuracies.columns))
    return Evidence(accuracies.to_numpy(), points, estimate=estimate)


def learned(tables: Tables) -> Evidence:
    return _at_most(tables, 10, "median")


def too_few(tables: Tables) -> Evidence:
    return _at_most(tables, 1, "mean")
