"""Evidence for fig1."""

from collections.abc import Callable

import numpy as np

from feature_learning.papers.mei2019.claims import RIDGE, curve, dimensions, predicted, ratios
from feature_learning.statistics import Evidence, Tables


def _errors_against_theory(tables: Tables, lam: float, kept: Callable[[float], bool]) -> Evidence:
    d = dimensions(tables)[-1]
    errors = curve(tables, "test", lam, d)
    points = ratios(errors, kept)
    expected = predicted(tables, "test", lam, d, points)
    return Evidence.of(errors[points], "N/n", predicted=expected)


def ridgeless(tables: Tables) -> Evidence:
    return _errors_against_theory(tables, 0.0, lambda ratio: ratio <= 0.9 or ratio >= 1.1)


def ridge(tables: Tables) -> Evidence:
    return _errors_against_theory(tables, RIDGE, lambda ratio: ratio != 1)


def finite_d(tables: Tables) -> Evidence:
    sizes, points = dimensions(tables), [0.5, 0.8, 1.0, 1.25, 2.0, 4.0]
    middle = sizes[len(sizes) // 2]
    expected = predicted(tables, "finite", RIDGE, middle, points)
    return Evidence.of(curve(tables, "test", RIDGE, middle)[points], "N/n", predicted=expected)


def peak(tables: Tables) -> Evidence:
    errors = curve(tables, "test", 0.0, dimensions(tables)[-1])
    excess = errors[[1.0]].to_numpy() - 10 * errors[[2.0]].to_numpy()
    return Evidence(excess, ["N/n = 1"], estimate="median")


def double_descent(tables: Tables) -> Evidence:
    errors = curve(tables, "test", 0.0, dimensions(tables)[-1])
    steps = [(0.8, 0.5), (0.9, 0.8), (0.5, 4.0)]
    observed = np.column_stack([errors[high] - errors[low] for high, low in steps])
    return Evidence(observed, [f"{high} over {low}" for high, low in steps], estimate="median")


def bounded_peak(tables: Tables) -> Evidence:
    errors = curve(tables, "test", RIDGE, dimensions(tables)[-1])[[1.0]]
    return Evidence(errors.to_numpy(), ["N/n = 1"])


def interpolation(tables: Tables) -> Evidence:
    errors = curve(tables, "train", 0.0, dimensions(tables)[-1])
    return Evidence.of(errors[ratios(errors, lambda ratio: ratio >= 1)], "N/n")
