"""Evidence for figure-3."""

import numpy as np

from feature_learning.statistics import Evidence, Tables, by_seed

_AT = [0.29, 0.5]


def _late_change(tables: Tables, task: int) -> Evidence:
    runs = tables.runs("one_step", task=task, batch="same")
    first, last = by_seed(runs, "test", "alpha", _AT).to_numpy().T
    return Evidence(np.column_stack([last - first]), ["alpha = 0.29 to 0.5"])


def rises(tables: Tables) -> Evidence:
    return _late_change(tables, 1)


def falls(tables: Tables) -> Evidence:
    return _late_change(tables, 2)
