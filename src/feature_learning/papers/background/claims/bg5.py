"""Evidence for bg5."""

import numpy as np
import pandas as pd

from feature_learning.papers.background.experiments.step_universality import AXES
from feature_learning.statistics import Evidence, Tables, against_theory, by_seed, named


def manifold(tables: Tables) -> Evidence:
    runs = tables.runs("hidden_manifold")
    ratios = by_seed(runs.assign(ratio=runs["manifold"] / runs["predicted"]), "ratio", "n")
    found = Evidence(ratios.to_numpy(), named("n", list(ratios.columns)), np.ones(ratios.shape[1]))
    predicted = _predicted(runs)
    return found.against((predicted.shift() / predicted).to_numpy())


def _predicted(runs: pd.DataFrame) -> pd.Series:
    """Return the theory's error at each n."""
    return runs.groupby("n")["predicted"].mean()


def equivalent(tables: Tables) -> Evidence:
    runs = tables.runs("hidden_manifold")
    gaps = by_seed(runs.assign(gap=runs["manifold"] - runs["gaussian"]), "gap", "n")
    found = Evidence(gaps.to_numpy(), named("n", list(gaps.columns)))
    return found.against(-_predicted(runs).diff().to_numpy())


def _step(tables: Tables, laws: list[str]) -> Evidence:
    runs, theory = tables.runs("step_universality"), tables.theory("step_universality")
    largest = runs[runs["d"] == runs["d"].max()]
    return against_theory(largest, theory, "cosine", "inputs", laws, symbol="inputs")


def step(tables: Tables) -> Evidence:
    return _step(tables, ["signs", "laplace", "sparse"])


def axis(tables: Tables) -> Evidence:
    return _step(tables, [AXES])
