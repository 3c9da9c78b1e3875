"""Evidence for fig6."""

import numpy as np

from feature_learning.papers.moniri2023.claims import BATCHES, NETWORKS, gain, of_batches
from feature_learning.statistics import Evidence, Tables

_ALL = [0.1, 0.2, 0.29, 0.39]
_STEPS = [0.1, 0.2, 0.29, 0.36, 0.39]
_LARGE = [0.36, 0.39]


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
