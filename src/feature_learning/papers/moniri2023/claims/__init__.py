"""Evidence that several figures share."""

from collections.abc import Callable, Sequence

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.statistics.evidence import Evidence, against_theory, by_seed, named

NETWORKS = ("slides", "simplified")


def runs_of(tables: Tables, task: int, network: str) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return runs and theory of a network; that with rank-one weights is among the models."""
    if network == "rank-one":
        return tables.runs("models", model=network), tables.theory("models", model=network)
    return tables.runs("one_step", task=task, network=network), tables.theory("one_step", task=task, network=network)


def gain(tables: Tables, task: int, networks: Sequence[str], alphas: list[float]) -> Evidence:
    """Test gains against theory."""
    parts = []
    for network in networks:
        runs, theory = runs_of(tables, task, network)
        parts.append(against_theory(runs, theory, "test_gain", "alpha", alphas, symbol="alpha", of=network))
    return Evidence.joined(parts)


def share(tables: Tables, task: int, networks: Sequence[str], alphas: list[float]) -> Evidence:
    """Gains in the objective over the seed's own untrained objective: the variance of the labels cancels."""
    parts = []
    for network in networks:
        runs, theory = (
            frame.assign(share=frame["objective_gain"] / frame["untrained_objective"]) for frame in runs_of(tables, task, network)
        )
        parts.append(against_theory(runs, theory, "share", "alpha", alphas, symbol="alpha", of=network))
    return Evidence.joined(parts)


def values(tables: Tables, task: int, value: str, alphas: list[float], network: str = "slides") -> np.ndarray:
    return by_seed(runs_of(tables, task, network)[0], value, "alpha", alphas).to_numpy()


SPIKED = [0.2, 0.29, 0.39]


CLEAR = 1.1  # an outlier counts if it is beyond the edge by this factor; weak spikes of ours stay below


def spectra(tables: Tables, value: str, alphas: list[float], network: str = "simplified") -> Evidence:
    runs, theory = tables.runs("spectra", network=network), tables.theory("spectra", network=network)
    return against_theory(runs, theory, value, "alpha", alphas, symbol="alpha", of=network)


def at_own_norms(tables: Tables, network: str, value: str, predicted: Callable[[pd.Series], float]) -> Evidence:
    """A singular value over what is predicted from the norms of the same draws."""
    runs = tables.runs("spectra", network=network)
    runs = runs[runs["alpha"].isin(SPIKED)]
    ratio = runs.assign(ratio=[row[value] / predicted(row) for _, row in runs.iterrows()])
    return Evidence(by_seed(ratio, "ratio", "alpha", SPIKED).to_numpy(), [f"{network}, {name}" for name in named("alpha", SPIKED)])
