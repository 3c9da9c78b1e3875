"""Evidence that several figures share."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import pandas as pd

from feature_learning.statistics import Evidence, Tables, against_theory, by_seed

NETWORKS = ("slides", "simplified")
BATCHES = {"same": "as written", "fresh": "split"}
"""What the verdict table calls them: the talk's one batch, and a fresh one for the regression."""
SPIKED = [0.2, 0.29, 0.39]
CLEAR = 1.1  # an outlier is beyond the edge by this factor; weak spikes of ours stay below


def of_batches(
    tables: Tables, experiment: str, value: str, alphas: list[float], **where: int
) -> Evidence:
    """Return a column of an experiment of the talk's network on both batches."""
    groups = []
    for batch, called in BATCHES.items():
        runs = tables.runs(experiment, batch=batch, **where)
        groups.append(Evidence.of(by_seed(runs, value, "alpha", alphas), "alpha", called))
    return Evidence.joined(groups)


def gain(
    tables: Tables, task: int, value: str, networks: Sequence[str], alphas: list[float]
) -> Evidence:
    """Return gains on a fresh batch against theory; those of other networks than the talk's are
    among the models.

    The column ``share`` is the gain in the objective over the seed's own untrained objective: the
    variance of the labels cancels.
    """
    groups = []
    for network in networks:
        runs, theory = (
            read("one_step", task=task, batch="fresh")
            if network == "slides"
            else read("models", model=network)
            for read in (tables.runs, tables.theory)
        )
        groups.append(
            against_theory(runs, theory, value, "alpha", alphas, symbol="alpha", of=network)
        )
    common = min(len(group.observed) for group in groups)  # at paper scale models has fewer seeds
    return Evidence.joined([replace(each, observed=each.observed[:common]) for each in groups])


def by_size(tables: Tables, value: str, task: int, batch: str, alpha: float) -> pd.DataFrame:
    """Return a column of the talk's network, one row per seed and one column per n."""
    runs = tables.runs("talk_by_size", task=task, batch=batch, alpha=alpha)
    return by_seed(runs, value, "n")


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
