"""The evidence for each claim of ``figures.yaml``: one function per claim, named after its full id."""

from __future__ import annotations

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.papers.reduction.comparison import method_distances
from feature_learning.statistics.evidence import Evidence, against_theory, at_points, by_seed, named
from feature_learning.statistics.exponents import loglog_slope


def dimension_one_step_limit(tables: Tables) -> Evidence:
    """The mean cosine along the line at the largest d."""
    runs = tables.runs("one_step")
    return against_theory(runs, tables.theory("one_step"), "along", "d", [int(runs["d"].max())], symbol="d")


def dimension_one_step_gap(tables: Tables) -> Evidence:
    """The squared distance of the mean cosine from its limit."""
    matrix = by_seed(tables.runs("one_step"), "along", "d")
    gap = matrix.to_numpy() - at_points(tables.theory("one_step"), "along", "d", list(matrix.columns))
    return _root_exponent(matrix.columns.to_numpy(dtype=float), gap**2)


def _root_exponent(dimensions: np.ndarray, squares: np.ndarray) -> Evidence:
    """Return the exponent in d of the root of a mean square."""
    return Evidence(squares, ["exponent"], fit=lambda mean: loglog_slope(dimensions, mean) / 2)


def dimension_one_step_rank_one(tables: Tables) -> Evidence:
    """The mean squared cosine across the line."""
    matrix = by_seed(tables.runs("one_step"), "across", "d")
    return _root_exponent(matrix.columns.to_numpy(dtype=float), matrix.to_numpy() ** 2)


def dimension_one_step_constant(tables: Tables) -> Evidence:
    """D times the mean squared cosine across the line, a mean over dimensions from 1000 on."""
    runs = tables.runs("one_step")
    matrix = by_seed(runs[runs["d"] >= 1000], "across", "d")
    scaled = (matrix.to_numpy() ** 2 * matrix.columns.to_numpy(dtype=float)).mean(axis=1)
    return Evidence(scaled[:, None], ["d from 1000 on"], tables.theory("one_step")["scaled_across"].to_numpy()[:1])


def dimension_transition_limit_1(tables: Tables) -> Evidence:
    """The squared cosine at the largest d for leap 1."""
    runs = tables.runs("transition", leap=1)
    runs, theory = runs[runs["d"] == runs["d"].max()], tables.theory("transition", leap=1)
    return against_theory(runs, theory[theory["d"] == theory["d"].max()], "alignment", "ratio", symbol="n/d^l")


def _controlled(tables: Tables, leap: int) -> Evidence:
    runs = tables.runs("transition", leap=leap)
    runs = runs[runs["d"] == runs["d"].max()]
    matrix = by_seed(runs.assign(gap=runs["alignment"] - runs["predicted"]), "gap", "ratio")
    return Evidence(matrix.to_numpy(), named("n/d^l", list(matrix.columns)))


def dimension_transition_limit_2(tables: Tables) -> Evidence:
    """The squared cosine less its prediction from the neurons' own overlaps, at the largest d for leap 2."""
    return _controlled(tables, 2)


def dimension_transition_limit_3(tables: Tables) -> Evidence:
    """The squared cosine less its prediction from the neurons' own overlaps, at the largest d for leap 3."""
    return _controlled(tables, 3)


def dimension_transition_approach(tables: Tables) -> Evidence:
    """The exponent with which the prediction at finite d approaches its limit."""
    curve = tables.theory("approach")
    slope = loglog_slope(curve["d"].to_numpy(dtype=float), curve["excess"].to_numpy())
    return Evidence.exact([slope], ["exponent"])


def law_same(tables: Tables) -> Evidence:
    """The distances between the laws of both methods, of all numbers at all dimensions."""
    distances = method_distances(tables.runs("law"))
    return Evidence.exact(distances.tolist(), [f"{name}, d = {d}" for d, name in distances.index])
