"""Evidence for fig6."""

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.papers.moniri2023.claims import NETWORKS, gain, share, values
from feature_learning.statistics.evidence import Evidence, named

_ALL = [0.1, 0.2, 0.29, 0.39]


def test_gain(tables: Tables) -> Evidence:
    return gain(tables, 2, (*NETWORKS, "rank-one"), _ALL)


def test_gain_large(tables: Tables) -> Evidence:
    return test_gain(tables)


def objective_gain(tables: Tables) -> Evidence:
    return share(tables, 2, ("simplified", "rank-one"), _ALL)


def objective_gain_slides(tables: Tables) -> Evidence:
    return share(tables, 2, ("slides",), _ALL)


def beyond_l1(tables: Tables) -> Evidence:
    level = tables.theory("one_step", task=2)["test_gain_l1"].iloc[0]
    return Evidence(values(tables, 2, "test_gain", [0.39]) - level, ["alpha = 0.39"])


def nonlinear_gain(tables: Tables) -> Evidence:
    return Evidence(values(tables, 2, "test_gain", [0.39]) - values(tables, 1, "test_gain", [0.39]), ["alpha = 0.39"])


def h2_learned(tables: Tables) -> Evidence:
    return Evidence(values(tables, 2, "learned_h2", [0.39]), ["alpha = 0.39"])


def no_h2_small_step(tables: Tables) -> Evidence:
    untrained = values(tables, 2, "untrained_learned_h2", [0.0])
    return Evidence(np.hstack([untrained, values(tables, 2, "learned_h2", [0.0, 0.1])]), ["untrained", *named("alpha", [0.0, 0.1])])
