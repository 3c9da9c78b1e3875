"""Evidence for fig1."""

from collections.abc import Iterator

import numpy as np
import pandas as pd

from feature_learning.papers.dandi2023.claims import exponents
from feature_learning.papers.dandi2023.shared.model import strengths
from feature_learning.statistics import (
    Evidence,
    Tables,
    against_theory,
    at_points,
    by_seed,
    loglog_slope,
    named,
)

_LINEAR = ("example-1", "example-2", "notebook-1")
_LEARNING_FROM = 128  # dimensions in which strengths are held against their limit


def line(tables: Tables) -> Evidence:
    d, parts = tables.values("one_step", "d")[-1], []
    for target in _LINEAR:
        runs, theory = (
            read("one_step", d=d, target=target) for read in (tables.runs, tables.theory)
        )
        for sign in ("plus", "minus"):
            value, name = f"{sign}_along", f"{target}, {sign}"
            parts.append(against_theory(runs, theory, value, "alpha", symbol="alpha", of=name))
    return Evidence.joined(parts)


def rank_one(tables: Tables) -> Evidence:
    runs = {target: tables.runs("one_step", target=target, alpha=4.0) for target in _LINEAR}
    return exponents({target: (of_target, "off_line") for target, of_target in runs.items()})


def every_neuron(tables: Tables) -> Evidence:
    d, parts = tables.values("one_step", "d")[-1], []
    for target in _LINEAR:
        runs = tables.runs("one_step", target=target, alpha=4.0, d=d).sort_values("seed")
        squares = [np.square([first, second]).sum(axis=0) for first, second in _pairs(runs)]
        parts.append((target, np.sqrt([square.min() for square in squares])))
    return Evidence.stacked(parts)


def singular_values(tables: Tables) -> Evidence:
    runs = tables.runs("leap_two", batch="square")
    blocks = [np.column_stack(pair) for pair in _pairs(runs)]
    return exponents({"smaller": (runs.assign(least=[strengths(b)[-1] for b in blocks]), "least")})


def _pairs(runs: pd.DataFrame) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Return the neurons' cosines with both directions, run by run."""
    return zip(map(np.asarray, runs["first"]), map(np.asarray, runs["second"]), strict=True)


def exclusion(tables: Tables) -> Evidence:
    return exponents({"w2": (tables.runs("exclusion"), "size_2")})


def exclusion_learned(tables: Tables) -> Evidence:
    return exponents({"w1": (tables.runs("exclusion"), "size_1")})


def _root_mean_squares(
    runs: pd.DataFrame, theory: pd.DataFrame, column: str, scaled: bool = False
) -> Evidence:
    """Return root mean squares over seeds beside their limits, times the root of d if scaled."""
    matrix = by_seed(runs, column, "d")
    d = list(matrix.columns)
    scale = np.sqrt(np.array(d, dtype=float)) if scaled else np.ones(len(d))
    predicted = scale * at_points(theory, column, "d", d)
    return Evidence((scale * matrix.to_numpy()) ** 2, named("d", d), predicted, fit=np.sqrt)


def _excluded(tables: Tables, column: str, scaled: bool = False) -> Evidence:
    runs, theory = tables.runs("exclusion"), tables.theory("exclusion")
    largest = tables.values("exclusion", "d")[-2:]
    return _root_mean_squares(runs[runs["d"].isin(largest)], theory, column, scaled)


def exclusion_limit(tables: Tables) -> Evidence:
    return _excluded(tables, "size_1")


def exclusion_limit_excluded(tables: Tables) -> Evidence:
    return _excluded(tables, "size_2", scaled=True)


def leap_two_exponent(tables: Tables) -> Evidence:
    matrix = by_seed(tables.runs("one_step", target="leap-2", alpha=4.0), "size", "d")
    squares, d = matrix.to_numpy() ** 2, matrix.columns.to_numpy(dtype=float)
    return Evidence(squares, ["b"], fit=lambda mean: -loglog_slope(d, mean) / 2)


def leap_two_strength(tables: Tables) -> Evidence:
    runs, theory = (read("leap_two", batch="square") for read in (tables.runs, tables.theory))
    far = runs[runs["d"] >= min(_LEARNING_FROM, runs["d"].max())]
    matrices = [by_seed(far, column, "d") for column in ("size_1", "size_2")]
    d = list(matrices[0].columns)
    points = [f"w{k}, {name}" for k in (1, 2) for name in named("d", d)]
    predicted = np.tile(at_points(theory, "size", "d", d), 2)
    squares = np.hstack([matrix.to_numpy() ** 2 for matrix in matrices])
    return Evidence(squares, points, predicted, fit=np.sqrt)
