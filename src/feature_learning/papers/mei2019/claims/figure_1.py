"""Evidence for figure-1."""

from collections.abc import Callable

import numpy as np

from feature_learning.papers.mei2019.claims import (
    RIDGE,
    SAMPLES,
    curve,
    dimensions,
    predicted,
    ratios,
)
from feature_learning.statistics import Evidence, Tables


def peak(tables: Tables) -> Evidence:
    d = dimensions(tables)[-1]
    errors = curve(tables, "test", 0.0, d)
    excess = errors[[1.0]].to_numpy() - 10 * errors[[2.0]].to_numpy()
    (without,) = -9 * predicted(tables, "test", 0.0, d, [2.0])
    return Evidence(excess, ["N/n = 1"], estimate="median").against(without)


def double_descent(tables: Tables) -> Evidence:
    errors = curve(tables, "test", 0.0, dimensions(tables)[-1])
    steps = [(0.2, 0.5), (0.8, 0.5), (0.9, 0.8), (0.5, 4.0)]
    observed = np.column_stack([errors[high] - errors[low] for high, low in steps])
    return Evidence(observed, [f"{high} over {low}" for high, low in steps], estimate="median")


def bounded_peak(tables: Tables) -> Evidence:
    errors = curve(tables, "test", RIDGE, dimensions(tables)[-1])[[1.0]]
    return Evidence(errors.to_numpy(), ["N/n = 1"])


def _errors_against_theory(tables: Tables, lam: float, kept: Callable[[float], bool]) -> Evidence:
    d = dimensions(tables)[-1]
    errors = curve(tables, "test", lam, d)
    points = ratios(errors, kept)
    expected = predicted(tables, "test", lam, d, points)
    return Evidence.of(errors[points], "N/n", predicted=expected)


def ridgeless(tables: Tables) -> Evidence:
    def kept(ratio: float) -> bool:
        return ratio <= 0.9 or ratio >= 1.1

    evidence = _errors_against_theory(tables, 0.0, kept)
    errors = curve(tables, "test", 0.0, dimensions(tables)[-1])
    wide = np.array(ratios(errors, kept)) * SAMPLES > 1  # N > d
    return evidence.against(np.where(wide, 0.0, np.nan))


def ridge(tables: Tables) -> Evidence:
    return _errors_against_theory(tables, RIDGE, lambda ratio: ratio != 1)


def finite_d(tables: Tables) -> Evidence:
    sizes, points = dimensions(tables), [1.0, 2.0, 4.0]
    middle = sizes[len(sizes) // 2]
    expected, limit = (
        predicted(tables, column, RIDGE, middle, points) for column in ("finite", "test")
    )
    errors = curve(tables, "test", RIDGE, middle)[points]
    return Evidence.of(errors, "N/n", predicted=expected).against(limit)
