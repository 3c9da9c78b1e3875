"""Evidence for fig5."""

from feature_learning.papers.moniri2023.claims import NETWORKS, gain, of_talk
from feature_learning.statistics import Evidence, Tables

_EARLY = [0.1, 0.2, 0.29]


def test_gain(tables: Tables) -> Evidence:
    return gain(tables, 1, "test_gain", NETWORKS, _EARLY)


def objective_gain(tables: Tables) -> Evidence:
    return gain(tables, 1, "share", NETWORKS, _EARLY)


def nothing_beyond_linear(tables: Tables) -> Evidence:
    low, high = of_talk(tables, 1, "test_gain", [0.29, 0.45]).T
    return Evidence.stacked([("0.45 minus 0.29", high - low)])
