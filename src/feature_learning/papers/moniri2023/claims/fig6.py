"""Evidence for fig6."""

import numpy as np

from feature_learning.papers.moniri2023.claims import NETWORKS, gain, of_talk
from feature_learning.statistics import Evidence, Tables, named

_ALL = [0.1, 0.2, 0.29, 0.39]


def test_gain(tables: Tables) -> Evidence:
    return gain(tables, 2, "test_gain", (*NETWORKS, "rank-one"), _ALL)


test_gain_large = test_gain


def objective_gain(tables: Tables) -> Evidence:
    return gain(tables, 2, "share", ("simplified", "rank-one"), _ALL)


def objective_gain_slides(tables: Tables) -> Evidence:
    return gain(tables, 2, "share", ("slides",), _ALL)


def beyond_l1(tables: Tables) -> Evidence:
    level = tables.value("one_step", "test_gain_l1", task=2)
    return Evidence(of_talk(tables, 2, "test_gain", [0.39]) - level, ["alpha = 0.39"])


def nonlinear_gain(tables: Tables) -> Evidence:
    linear, nonlinear = (of_talk(tables, task, "test_gain", [0.39]) for task in (1, 2))
    return Evidence(nonlinear - linear, ["alpha = 0.39"])


def h2_learned(tables: Tables) -> Evidence:
    return Evidence(of_talk(tables, 2, "learned_h2", [0.39]), ["alpha = 0.39"])


def no_h2_small_step(tables: Tables) -> Evidence:
    untrained = of_talk(tables, 2, "untrained_learned_h2", [0.0])
    trained = of_talk(tables, 2, "learned_h2", [0.0, 0.1])
    points = ["untrained", *named("alpha", [0.0, 0.1])]
    return Evidence(np.hstack([untrained, trained]), points)
