"""Evidence for fig13."""

import numpy as np

from feature_learning.papers.moniri2023.claims import BATCHES
from feature_learning.statistics import Evidence, Tables, by_seed

_INDEX = [0.29, 0.39, 0.5]


def _rises(tables: Tables, value: str) -> Evidence:
    """Return by how much a learned fraction is above the untrained one, on both batches."""
    groups = []
    for batch, called in BATCHES.items():
        learned = by_seed(tables.runs("single_index", batch=batch), value, "alpha")
        rise = learned[_INDEX].sub(learned[-np.inf], axis=0)
        groups.append(Evidence.of(rise, "alpha", called))
    return Evidence.joined(groups)


def one_direction(tables: Tables) -> Evidence:
    first = _rises(tables, "learned_h2").observed.mean(axis=0)
    return _rises(tables, "learned_other").against(first)


def more_of_the_first(tables: Tables) -> Evidence:
    first, second = (_rises(tables, value) for value in ("learned_h2", "learned_other"))
    return Evidence(0.1 + second.observed - first.observed, first.points)
