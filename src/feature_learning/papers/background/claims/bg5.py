"""Evidence for bg5."""

import numpy as np

from feature_learning.papers.background.experiments.step_universality import AXES
from feature_learning.statistics import Evidence, Tables, against_theory, by_seed, named


def manifold(tables: Tables) -> Evidence:
    runs = tables.runs("hidden_manifold")
    ratios = by_seed(runs.assign(ratio=runs["manifold"] / runs["predicted"]), "ratio", "n")
    return Evidence(ratios.to_numpy(), named("n", list(ratios.columns)), np.ones(ratios.shape[1]))


def equivalent(tables: Tables) -> Evidence:
    runs = tables.runs("hidden_manifold")
    gaps = by_seed(runs.assign(gap=runs["manifold"] - runs["gaussian"]), "gap", "n")
    return Evidence(gaps.to_numpy(), named("n", list(gaps.columns)))


def _step(tables: Tables, laws: list[str]) -> Evidence:
    runs, theory = tables.runs("step_universality"), tables.theory("step_universality")
    largest = runs[runs["d"] == runs["d"].max()]
    return against_theory(largest, theory, "cosine", "inputs", laws, symbol="inputs")


def step(tables: Tables) -> Evidence:
    return _step(tables, ["signs", "laplace", "sparse"])


def axis(tables: Tables) -> Evidence:
    return _step(tables, [AXES])
