"""Evidence for fig6."""

import numpy as np

from feature_learning.papers.moniri2023.claims import BATCHES, NETWORKS, gain, of_batches
from feature_learning.statistics import Evidence, Tables, by_seed

_ALL = [0.1, 0.2, 0.29, 0.39]
_STEPS = [0.1, 0.2, 0.29, 0.36, 0.39]
_LARGE = [0.36, 0.39]
_INDEX = [0.29, 0.39, 0.5]


def test_gain(tables: Tables) -> Evidence:
    return gain(tables, 2, "test_gain", (*NETWORKS, "rank-one"), _ALL)


def objective_gain(tables: Tables) -> Evidence:
    return gain(tables, 2, "share", ("simplified", "rank-one"), _ALL)


def objective_gain_slides(tables: Tables) -> Evidence:
    return gain(tables, 2, "share", ("slides",), _ALL)


def gain_tr(tables: Tables) -> Evidence:
    return of_batches(tables, "one_step", "share", _STEPS, task=2)


def gain_te(tables: Tables) -> Evidence:
    return of_batches(tables, "one_step", "test_gain", _STEPS, task=2)


def nonlinear_gain(tables: Tables) -> Evidence:
    linear, nonlinear = (
        of_batches(tables, "one_step", "test_gain", _LARGE, task=task) for task in (1, 2)
    )
    return Evidence(nonlinear.observed - linear.observed, nonlinear.points)


def h2_learned(tables: Tables) -> Evidence:
    return of_batches(tables, "one_step", "learned_h2", _LARGE, task=2)


def root_n(tables: Tables) -> Evidence:
    return of_batches(tables, "one_step", "learned_h2", [0.5], task=2)


def no_h2_small_step(tables: Tables) -> Evidence:
    untrained, trained = (
        of_batches(tables, "one_step", value, [0.0], task=2)
        for value in ("untrained_learned_h2", "learned_h2")
    )
    points = [
        f"{called}, {state}" for state in ("untrained", "alpha = 0") for called in BATCHES.values()
    ]
    return Evidence(np.hstack([untrained.observed, trained.observed]), points)


def _rises(tables: Tables, value: str) -> Evidence:
    """Return by how much a learned fraction is above the untrained one, on both batches."""
    groups = []
    for batch, called in BATCHES.items():
        learned = by_seed(tables.runs("single_index", batch=batch), value, "alpha")
        rise = learned[_INDEX].sub(learned[-np.inf], axis=0)
        groups.append(Evidence.of(rise, "alpha", called))
    return Evidence.joined(groups)


def single_index(tables: Tables) -> Evidence:
    first = _rises(tables, "learned_h2").observed.mean(axis=0)
    return _rises(tables, "learned_other").against(first)


def single_index_first(tables: Tables) -> Evidence:
    first, second = (_rises(tables, value) for value in ("learned_h2", "learned_other"))
    return Evidence(0.1 + second.observed - first.observed, first.points)
