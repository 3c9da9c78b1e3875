"""Evidence for fig5."""

from typing import Literal

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.papers.suzuki2023.experiments.annealed import ANNEALED
from feature_learning.statistics.evidence import Evidence, by_run, by_seed, named


def _heats(tables: Tables, low: float, high: float, estimate: Literal["mean", "median"]) -> Evidence:
    runs = tables.runs("temperature")
    matrix = by_seed(by_run(runs[runs["heat"].between(low, high)]), "accuracy", "heat")
    return Evidence(matrix.to_numpy(), named("lam d", list(matrix.columns)), estimate=estimate)


def cold(tables: Tables) -> Evidence:
    return _heats(tables, 0.0, 0.3, "median")


def hot(tables: Tables) -> Evidence:
    return _heats(tables, 1.0, np.inf, "mean")


def anneal(tables: Tables) -> Evidence:
    parts = []
    for case in ("d16-k3-n96", "d24-k3-n192"):
        matrix = by_seed(by_run(tables.runs("annealed", case=case)), "accuracy", "schedule", [ANNEALED, "fixed-0.1"])
        parts.append((case, (matrix[ANNEALED] - matrix["fixed-0.1"]).to_numpy()))
    return Evidence.stacked(parts)


def width(tables: Tables) -> Evidence:
    matrix = by_seed(by_run(tables.runs("widths")), "accuracy", "width", [100, 1600])
    return Evidence((matrix[100] - matrix[1600]).to_numpy()[:, None], ["N = 100 less N = 1600"])
