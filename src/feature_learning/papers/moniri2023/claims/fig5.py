"""Evidence for fig5."""

from feature_learning.core.tables import Tables
from feature_learning.papers.moniri2023.claims import NETWORKS, gain, share, values
from feature_learning.statistics.evidence import Evidence

_EARLY = [0.1, 0.2, 0.29]


def test_gain(tables: Tables) -> Evidence:
    return gain(tables, 1, NETWORKS, _EARLY)


def objective_gain(tables: Tables) -> Evidence:
    return share(tables, 1, NETWORKS, _EARLY)


def nothing_beyond_linear(tables: Tables) -> Evidence:
    gain = values(tables, 1, "test_gain", [0.29, 0.45])
    return Evidence(gain[:, [1]] - gain[:, [0]], ["0.45 minus 0.29"])
