"""Evidence for fig1."""

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.papers.dandi2023.claims import exponents
from feature_learning.statistics.evidence import Evidence, against_theory, at_points, by_seed, named
from feature_learning.statistics.exponents import loglog_slope

_LINEAR = ("example-1", "example-2", "notebook-1")


_LEARNING_FROM = 128  # dimensions in which strengths are held against their limit


def line(tables: Tables) -> Evidence:
    d = int(tables.runs("one_step")["d"].max())
    parts = []
    for target in _LINEAR:
        runs, theory = tables.runs("one_step", d=d, target=target), tables.theory("one_step", d=d, target=target)
        parts += [
            against_theory(runs, theory, f"{sign}_along", "alpha", symbol="alpha", of=f"{target}, {sign}") for sign in ("plus", "minus")
        ]
    return Evidence.joined(parts)


def rank_one(tables: Tables) -> Evidence:
    return exponents({target: (tables.runs("one_step", target=target, alpha=4.0), "off_line") for target in _LINEAR})


def exclusion(tables: Tables) -> Evidence:
    return exponents({"w2": (tables.runs("exclusion"), "size_2")})


def exclusion_learned(tables: Tables) -> Evidence:
    return exponents({"w1": (tables.runs("exclusion"), "size_1")})


def _root_mean_squares(runs: pd.DataFrame, theory: pd.DataFrame, column: str, scaled: bool = False) -> Evidence:
    """Return root mean squares over seeds beside their limits, times the root of d if scaled."""
    matrix = by_seed(runs, column, "d")
    d = list(matrix.columns)
    power = np.sqrt(np.array(d, dtype=float)) if scaled else np.ones(len(d))
    predicted = power * at_points(theory, column, "d", d)
    return Evidence((power * matrix.to_numpy()) ** 2, named("d", d), predicted, fit=np.sqrt)


def _excluded(tables: Tables, column: str, scaled: bool = False) -> Evidence:
    runs = tables.runs("exclusion")
    largest = sorted(runs["d"].unique())[-2:]
    return _root_mean_squares(runs[runs["d"].isin(largest)], tables.theory("exclusion"), column, scaled)


def exclusion_limit(tables: Tables) -> Evidence:
    return _excluded(tables, "size_1")


def exclusion_limit_excluded(tables: Tables) -> Evidence:
    return _excluded(tables, "size_2", scaled=True)


def leap_two_exponent(tables: Tables) -> Evidence:
    matrix = by_seed(tables.runs("one_step", target="leap-2", alpha=4.0), "size", "d")
    d = matrix.columns.to_numpy(dtype=float)
    return Evidence(matrix.to_numpy() ** 2, ["b"], fit=lambda squares: -loglog_slope(d, squares) / 2)


def leap_two_strength(tables: Tables) -> Evidence:
    runs, theory = tables.runs("leap_two", batch="square"), tables.theory("leap_two", batch="square")
    far = runs[runs["d"] >= min(_LEARNING_FROM, int(runs["d"].max()))]
    return _root_mean_squares(far, theory, "size")
