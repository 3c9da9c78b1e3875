"""Evidence for fig1."""

from collections.abc import Callable

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.papers.mei2019.claims import RIDGE, columns, curve, dimensions_of, predicted_of
from feature_learning.statistics.evidence import Evidence, named


def _errors_against_theory(tables: Tables, lam: float, kept: Callable[[float], bool]) -> Evidence:
    d = dimensions_of(tables)[-1]
    matrix = curve(tables, "test", lam, d)
    ratios = columns(matrix, kept)
    return Evidence(matrix[ratios].to_numpy(), named("N/n", ratios), predicted_of(tables, "test", lam, d, ratios))


def ridgeless(tables: Tables) -> Evidence:
    return _errors_against_theory(tables, 0.0, lambda ratio: ratio <= 0.9 or ratio >= 1.1)


def ridge(tables: Tables) -> Evidence:
    return _errors_against_theory(tables, RIDGE, lambda ratio: ratio != 1)


def finite_d(tables: Tables) -> Evidence:
    d, ratios = _middle(tables), [0.5, 0.8, 1.0, 1.25, 2.0, 4.0]
    observed = curve(tables, "test", RIDGE, d)[ratios].to_numpy()
    return Evidence(observed, named("N/n", ratios), predicted_of(tables, "finite", RIDGE, d, ratios))


def _middle(tables: Tables) -> int:
    dimensions = dimensions_of(tables)
    return dimensions[len(dimensions) // 2]


def peak(tables: Tables) -> Evidence:
    matrix = curve(tables, "test", 0.0, dimensions_of(tables)[-1])
    return Evidence(matrix[[1.0]].to_numpy() - 10 * matrix[[2.0]].to_numpy(), ["N/n = 1"], estimate="median")


def double_descent(tables: Tables) -> Evidence:
    matrix = curve(tables, "test", 0.0, dimensions_of(tables)[-1])
    steps = [(0.8, 0.5), (0.9, 0.8), (0.5, 4.0)]
    observed = np.column_stack([matrix[high] - matrix[low] for high, low in steps])
    return Evidence(observed, [f"{high} over {low}" for high, low in steps], estimate="median")


def bounded_peak(tables: Tables) -> Evidence:
    return Evidence(curve(tables, "test", RIDGE, dimensions_of(tables)[-1])[[1.0]].to_numpy(), ["N/n = 1"])


def interpolation(tables: Tables) -> Evidence:
    matrix = curve(tables, "train", 0.0, dimensions_of(tables)[-1])
    ratios = columns(matrix, lambda ratio: ratio >= 1)
    return Evidence(matrix[ratios].to_numpy(), named("N/n", ratios))
