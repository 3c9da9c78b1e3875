"""Evidence for dimension."""

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.statistics.evidence import Evidence, against_theory, at_points, by_seed, named
from feature_learning.statistics.exponents import loglog_slope


def one_step_limit(tables: Tables) -> Evidence:
    runs = tables.runs("one_step")
    return against_theory(runs, tables.theory("one_step"), "along", "d", [int(runs["d"].max())], symbol="d")


def one_step_gap(tables: Tables) -> Evidence:
    matrix = by_seed(tables.runs("one_step"), "along", "d")
    gap = matrix.to_numpy() - at_points(tables.theory("one_step"), "along", "d", list(matrix.columns))
    return _root_exponent(matrix.columns.to_numpy(dtype=float), gap**2)


def _root_exponent(dimensions: np.ndarray, squares: np.ndarray) -> Evidence:
    """Return the exponent in d of the root of a mean square."""
    return Evidence(squares, ["exponent"], fit=lambda mean: loglog_slope(dimensions, mean) / 2)


def one_step_rank_one(tables: Tables) -> Evidence:
    matrix = by_seed(tables.runs("one_step"), "across", "d")
    return _root_exponent(matrix.columns.to_numpy(dtype=float), matrix.to_numpy() ** 2)


def one_step_constant(tables: Tables) -> Evidence:
    runs = tables.runs("one_step")
    matrix = by_seed(runs[runs["d"] >= 1000], "across", "d")
    scaled = (matrix.to_numpy() ** 2 * matrix.columns.to_numpy(dtype=float)).mean(axis=1)
    return Evidence(scaled[:, None], ["d from 1000 on"], tables.theory("one_step")["scaled_across"].to_numpy()[:1])


def transition_limit_1(tables: Tables) -> Evidence:
    runs = tables.runs("transition", leap=1)
    runs, theory = runs[runs["d"] == runs["d"].max()], tables.theory("transition", leap=1)
    return against_theory(runs, theory[theory["d"] == theory["d"].max()], "alignment", "ratio", symbol="n/d^l")


def _controlled(tables: Tables, leap: int) -> Evidence:
    runs = tables.runs("transition", leap=leap)
    runs = runs[runs["d"] == runs["d"].max()]
    matrix = by_seed(runs.assign(gap=runs["alignment"] - runs["predicted"]), "gap", "ratio")
    return Evidence(matrix.to_numpy(), named("n/d^l", list(matrix.columns)))


def transition_limit_2(tables: Tables) -> Evidence:
    return _controlled(tables, 2)


def transition_limit_3(tables: Tables) -> Evidence:
    return _controlled(tables, 3)


def transition_approach(tables: Tables) -> Evidence:
    curve = tables.theory("approach")
    slope = loglog_slope(curve["d"].to_numpy(dtype=float), curve["excess"].to_numpy())
    return Evidence.exact([slope], ["exponent"])
