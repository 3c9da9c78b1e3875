"""The evidence for each claim of ``figures.yaml``: one function per claim, named after its full id."""

from __future__ import annotations

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.statistics.evidence import Evidence, by_seed
from feature_learning.statistics.exponents import loglog_slope


def _exponents(tables: Tables, value: str, expected: str) -> Evidence:
    """Fitted exponents of each seed, less the expected ones."""
    parts = []
    for law in tables.theory("scaling").dropna(subset=[expected]).to_dict("records"):
        matrix = by_seed(tables.runs("scaling", kernel=law["kernel"], variable=law["variable"]), value, "size")
        sizes = matrix.columns.to_numpy(dtype=float)
        excess = np.array([[loglog_slope(sizes, row) - law[expected]] for row in matrix.to_numpy()])
        parts.append(Evidence(excess, [f"{law['kernel']}, {law['variable']}"]))
    return Evidence.joined(parts)


def scaling_time_exponents(tables: Tables) -> Evidence:
    """Exponents of CPU time less those expected."""
    return _exponents(tables, "seconds", "time")


def scaling_memory_exponents(tables: Tables) -> Evidence:
    """Exponents of the memory of arrays less those expected."""
    return _exponents(tables, "mb", "memory")
