"""Evidence for fig5."""

from typing import Literal

import numpy as np

from feature_learning.statistics import Evidence, Tables, by_run, by_seed, named


def _heats(
    tables: Tables, low: float, high: float, estimate: Literal["mean", "median"]
) -> Evidence:
    runs = by_run(tables.runs("temperature"))
    accuracies = by_seed(runs[runs["heat"].between(low, high)], "accuracy", "heat")
    points = named("lam d", list(accuracies.columns))
    return Evidence(accuracies.to_numpy(), points, estimate=estimate)


def cold(tables: Tables) -> Evidence:
    return _heats(tables, 0.0, 0.3, "median")


def hot(tables: Tables) -> Evidence:
    return _heats(tables, 1.0, np.inf, "mean")


def anneal(tables: Tables) -> Evidence:
    parts = []
    for d in (16, 24):
        runs = by_run(tables.runs("annealed", d=d, k=3))
        accuracies = by_seed(runs, "accuracy", "heat", [0.8, 0.1])
        parts.append((f"d = {d}, k = 3", (accuracies[0.8] - accuracies[0.1]).to_numpy()))
    return Evidence.stacked(parts)
