"""Evidence for bg5."""

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.papers.background.experiments.step_universality import AXES
from feature_learning.statistics.evidence import Evidence, against_theory, by_seed, named


def manifold(tables: Tables) -> Evidence:
    runs = tables.runs("hidden_manifold")
    matrix = by_seed(runs.assign(ratio=runs["manifold"] / runs["predicted"]), "ratio", "n")
    return Evidence(matrix.to_numpy(), named("n", list(matrix.columns)), np.ones(matrix.shape[1]))


def equivalent(tables: Tables) -> Evidence:
    runs = tables.runs("hidden_manifold")
    matrix = by_seed(runs.assign(gap=runs["manifold"] - runs["gaussian"]), "gap", "n")
    return Evidence(matrix.to_numpy(), named("n", list(matrix.columns)))


def _step(tables: Tables, laws: list[str]) -> Evidence:
    runs = tables.runs("step_universality")
    runs = runs[runs["d"] == runs["d"].max()]
    return against_theory(runs, tables.theory("step_universality"), "cosine", "inputs", laws, symbol="inputs")


def step(tables: Tables) -> Evidence:
    return _step(tables, ["signs", "laplace", "sparse"])


def axis(tables: Tables) -> Evidence:
    return _step(tables, [AXES])
