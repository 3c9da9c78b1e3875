"""The evidence for each claim of ``figures.yaml``: one function per claim, named after its full id."""

from __future__ import annotations

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.statistics.evidence import Evidence, against_theory, at_points, by_seed
from feature_learning.statistics.exponents import loglog_slope


def dimension_one_step_limit(tables: Tables) -> Evidence:
    """The mean cosine along the line at the largest d."""
    runs = tables.runs("one_step")
    return against_theory(runs, tables.theory("one_step"), "along", "d", [int(runs["d"].max())], symbol="d")


def dimension_one_step_gap(tables: Tables) -> Evidence:
    """The absolute distance of the mean cosine from its limit."""
    matrix = by_seed(tables.runs("one_step"), "along", "d")
    dimensions = matrix.columns.to_numpy(dtype=float)
    gap = np.abs(matrix.to_numpy() - at_points(tables.theory("one_step"), "along", "d", list(matrix.columns)))
    return Evidence(gap, ["exponent"], fit=lambda mean: loglog_slope(dimensions, mean))


def dimension_one_step_rank_one(tables: Tables) -> Evidence:
    """The root mean square cosine across the line."""
    matrix = by_seed(tables.runs("one_step"), "across", "d")
    dimensions = matrix.columns.to_numpy(dtype=float)
    return Evidence(matrix.to_numpy(), ["exponent"], fit=lambda mean: loglog_slope(dimensions, mean))


def _limit(tables: Tables, leap: int) -> Evidence:
    runs = tables.runs("transition", leap=leap)
    runs, theory = runs[runs["d"] == runs["d"].max()], tables.theory("transition", leap=leap)
    return against_theory(runs, theory, "alignment", "ratio", symbol="n/d^l")


def dimension_transition_limit_1(tables: Tables) -> Evidence:
    """The squared cosine at the largest d for leap 1."""
    return _limit(tables, 1)


def dimension_transition_limit_2(tables: Tables) -> Evidence:
    """The squared cosine at the largest d for leap 2."""
    return _limit(tables, 2)


def dimension_transition_limit_3(tables: Tables) -> Evidence:
    """The squared cosine at the largest d for leap 3."""
    return _limit(tables, 3)
