"""Evidence for figx-uniform."""

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.statistics.evidence import Evidence, by_seed, named
from feature_learning.statistics.exponents import loglog_slope


def _concentration(tables: Tables, value: str) -> Evidence:
    columns = []
    for s in (1, 2, 3):
        curves = by_seed(tables.runs("concentration", s=s), value, "n")
        columns.append([loglog_slope(curves.columns.to_numpy(dtype=float), row) for row in curves.to_numpy()])
    return Evidence(np.array(columns).T, named("s", [1, 2, 3]))


def gradients(tables: Tables) -> Evidence:
    return _concentration(tables, "gradient")


def concentration(tables: Tables) -> Evidence:
    return _concentration(tables, "distance")
