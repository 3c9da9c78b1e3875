"""Evidence that several figures share."""

from collections.abc import Callable, Sequence

import numpy as np
import pandas as pd

from feature_learning.statistics import Evidence, Tables, against_theory, by_seed

NETWORKS = ("slides", "simplified")
SPIKED = [0.2, 0.29, 0.39]
CLEAR = 1.1  # an outlier is beyond the edge by this factor; weak spikes of ours stay below


def runs_and_theory(tables: Tables, task: int, network: str) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return both for a network; that with rank-one weights is among the models."""
    if network == "rank-one":
        return tables.runs("models", model=network), tables.theory("models", model=network)
    runs, theory = (
        read("one_step", task=task, network=network) for read in (tables.runs, tables.theory)
    )
    return runs, theory


def gain(
    tables: Tables, task: int, value: str, networks: Sequence[str], alphas: list[float]
) -> Evidence:
    """Return gains against theory.

    The column ``share`` is the gain in the objective over the seed's own untrained objective: the
    variance of the labels cancels.
    """
    groups = []
    for network in networks:
        runs, theory = (
            frame.assign(share=frame["objective_gain"] / frame["untrained_objective"])
            for frame in runs_and_theory(tables, task, network)
        )
        groups.append(
            against_theory(runs, theory, value, "alpha", alphas, symbol="alpha", of=network)
        )
    return Evidence.joined(groups)


def of_talk(tables: Tables, task: int, value: str, alphas: list[float]) -> np.ndarray:
    """Return a column of the talk's network, shape (seeds, alphas)."""
    runs = tables.runs("one_step", task=task, network="slides")
    return by_seed(runs, value, "alpha", alphas).to_numpy()


def spectra(
    tables: Tables, value: str, alphas: list[float], network: str = "simplified"
) -> Evidence:
    """Return a column of the spectra against theory."""
    runs, theory = (read("spectra", network=network) for read in (tables.runs, tables.theory))
    return against_theory(runs, theory, value, "alpha", alphas, symbol="alpha", of=network)


def over_own_norms(
    tables: Tables, network: str, value: str, predicted: Callable[[pd.Series], float]
) -> Evidence:
    """Return a singular value over what is predicted from the norms of the same draws."""
    runs = tables.runs("spectra", network=network)
    runs = runs[runs["alpha"].isin(SPIKED)]
    runs = runs.assign(ratio=[row[value] / predicted(row) for _, row in runs.iterrows()])
    return Evidence.of(by_seed(runs, "ratio", "alpha", SPIKED), "alpha", network)
