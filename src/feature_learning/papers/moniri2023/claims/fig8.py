"""Evidence for fig8."""

import pandas as pd

from feature_learning.statistics import Evidence, Tables, at_points, by_seed

_MODELS = [0.2, 0.29]
_TALK = [0.2, 0.29, 0.36]


def _difference(
    tables: Tables, first: str, second: str, value: str, alphas: list[float]
) -> Evidence:
    """Return one model minus another on the same draws; without spikes it would be the whole
    gain.
    """
    minuend, subtrahend = (
        by_seed(tables.runs("models", model=model), value, "alpha", alphas)
        for model in (first, second)
    )
    evidence = Evidence.of(minuend - subtrahend, "alpha", f"{first} minus {second}")
    return evidence.against(minuend.mean().to_numpy())


def linear_plus_noise(tables: Tables) -> Evidence:
    return _difference(tables, "spikes", "surrogate", "test_gain", _MODELS)


def spikes(tables: Tables) -> Evidence:
    return _difference(tables, "rank-one", "spikes", "test_gain", _MODELS)


def exact_gradient(tables: Tables) -> Evidence:
    alphas = [0.29, 0.39]
    gap = _difference(tables, "simplified", "rank-one", "test_gain", alphas)
    exact, rank_one = (
        at_points(tables.theory("models", model=model), "test_gain", "alpha", alphas)
        for model in ("simplified", "rank-one")
    )
    return Evidence(gap.observed, gap.points, exact - rank_one)


def objective(tables: Tables) -> Evidence:
    pairs = (("spikes", "surrogate"), ("rank-one", "spikes"))
    return Evidence.joined(
        [_difference(tables, *pair, "objective_gain", _MODELS) for pair in pairs]
    )


def _of_talk(tables: Tables, first: str, second: str, value: str, batch: str) -> Evidence:
    """Return one of the talk's models minus another in both settings, on the same draws."""

    def read(model: str, task: int) -> pd.DataFrame:
        runs = tables.runs("universality", task=task, model=model, batch=batch)
        return by_seed(runs, value, "alpha", _TALK)

    groups = []
    for task in (1, 2):
        whole = read(first, task)
        evidence = Evidence.of(whole - read(second, task), "alpha", f"setting {task}")
        groups.append(evidence.against(whole.mean().to_numpy()))
    return Evidence.joined(groups)


def features_split(tables: Tables) -> Evidence:
    return _of_talk(tables, "talk", "spikes", "test_gain", "fresh")


def share_split(tables: Tables) -> Evidence:
    return _of_talk(tables, "talk", "spikes", "share", "fresh")


def features_written(tables: Tables) -> Evidence:
    return _of_talk(tables, "talk", "spikes", "test_gain", "same")


def share_written(tables: Tables) -> Evidence:
    return _of_talk(tables, "talk", "spikes", "share", "same")


def noise_talk(tables: Tables) -> Evidence:
    return _of_talk(tables, "spikes", "noise", "test_gain", "fresh")
