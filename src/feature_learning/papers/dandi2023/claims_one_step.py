"""Evidence on what samples of order d^l let the first layer learn, and less do not (fig1, fig2, fig11)."""

from __future__ import annotations

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.statistics.evidence import Evidence, against_theory, at_points, by_seed, named
from feature_learning.statistics.exponents import crossing, loglog_slope

_LINEAR = ("example-1", "example-2", "notebook-1")
THRESHOLD = 0.25
"""The squared cosine at which a direction counts as learned."""
_LEARNING_FROM = 128  # dimensions in which strengths are held against their limit


def _exponents(curves: dict[str, tuple[pd.DataFrame, str]]) -> Evidence:
    """Return the exponents in d of root mean squares over seeds, one for each named curve of rows and column."""
    matrices = {name: by_seed(runs, column, "d") for name, (runs, column) in curves.items()}
    ends = np.cumsum([matrix.shape[1] for matrix in matrices.values()])[:-1]

    def fit(squares: np.ndarray) -> np.ndarray:
        parts = zip(matrices.values(), np.split(squares, ends), strict=True)
        return np.array([loglog_slope(matrix.columns.to_numpy(dtype=float), part) / 2 for matrix, part in parts])

    return Evidence(np.hstack([matrix.to_numpy() ** 2 for matrix in matrices.values()]), list(matrices), fit=fit)


def fig1_line(tables: Tables) -> Evidence:
    """The mean cosines with the line of the linear part, for both signs of the readout, at the largest d."""
    d = int(tables.runs("one_step")["d"].max())
    parts = []
    for target in _LINEAR:
        runs, theory = tables.runs("one_step", d=d, target=target), tables.theory("one_step", d=d, target=target)
        parts += [
            against_theory(runs, theory, f"{sign}_along", "alpha", symbol="alpha", of=f"{target}, {sign}") for sign in ("plus", "minus")
        ]
    return Evidence.joined(parts)


def fig1_rank_one(tables: Tables) -> Evidence:
    """The exponents of the root mean square cosine across the line, at n = 4d."""
    return _exponents({target: (tables.runs("one_step", target=target, alpha=4.0), "off_line") for target in _LINEAR})


def fig1_exclusion(tables: Tables) -> Evidence:
    """The exponent of the root mean square cosine with w2, of which the target has degree 3."""
    return _exponents({"w2": (tables.runs("exclusion"), "size_2")})


def fig1_exclusion_learned(tables: Tables) -> Evidence:
    """The exponent of the root mean square cosine with w1, of which the target has degree 2."""
    return _exponents({"w1": (tables.runs("exclusion"), "size_1")})


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


def fig1_exclusion_limit(tables: Tables) -> Evidence:
    """The root mean square cosine with w1 at the two largest d."""
    return _excluded(tables, "size_1")


def fig1_exclusion_limit_excluded(tables: Tables) -> Evidence:
    """The root mean square cosine with w2 at the two largest d, times sqrt d."""
    return _excluded(tables, "size_2", scaled=True)


def fig1_leap_two_exponent(tables: Tables) -> Evidence:
    """Minus the exponent of the root mean square cosine in d, at n = 4d."""
    matrix = by_seed(tables.runs("one_step", target="leap-2", alpha=4.0), "size", "d")
    d = matrix.columns.to_numpy(dtype=float)
    return Evidence(matrix.to_numpy() ** 2, ["b"], fit=lambda squares: -loglog_slope(d, squares) / 2)


def fig1_leap_two_strength(tables: Tables) -> Evidence:
    """The root mean square cosine with both directions at n = 4d^2."""
    runs, theory = tables.runs("leap_two", batch="square"), tables.theory("leap_two", batch="square")
    far = runs[runs["d"] >= min(_LEARNING_FROM, int(runs["d"].max()))]
    return _root_mean_squares(far, theory, "size")


def controlled(tables: Tables) -> pd.DataFrame:
    """Return the runs with ``controlled``: the neurons' own overlaps, on which the alignment depends, exchanged for random ones.

    The column is the alignment less its prediction at these overlaps, plus its prediction for random neurons at this d.
    """
    law = tables.theory("transition")[["leap", "factor", "ratio", "finite"]]
    runs = tables.runs("transition").merge(law, on=["leap", "factor", "ratio"])
    return runs.assign(gap=runs["alignment"] - runs["predicted"], controlled=runs["alignment"] - runs["predicted"] + runs["finite"])


def _of_leap(tables: Tables, leap: int, largest: bool = False) -> pd.DataFrame:
    runs = controlled(tables)
    runs = runs[runs["leap"] == leap]
    return runs[runs["d"].isin(sorted(runs["d"].unique())[-2:])] if largest else runs


def _exponent(tables: Tables, leap: int) -> Evidence:
    runs = _of_leap(tables, leap)
    dimensions = sorted(runs["d"].unique())
    curves = [by_seed(runs[runs["d"] == d], "controlled", "n") for d in dimensions]
    sizes = [curve.columns.to_numpy(dtype=float) for curve in curves]
    ends = np.cumsum([len(size) for size in sizes])[:-1]

    def exponent(values: np.ndarray) -> float:
        at = [crossing(size, curve, THRESHOLD) for size, curve in zip(sizes, np.split(values, ends), strict=True)]
        return loglog_slope(np.array(dimensions, dtype=float), np.array(at))

    return Evidence(np.hstack([curve.to_numpy() for curve in curves]), ["exponent of n in d"], fit=exponent)


def fig2_exponent_1(tables: Tables) -> Evidence:
    """The exponent of the threshold in d for leap 1."""
    return _exponent(tables, 1)


def fig2_exponent_2(tables: Tables) -> Evidence:
    """The exponent of the threshold in d for leap 2."""
    return _exponent(tables, 2)


def fig2_exponent_3(tables: Tables) -> Evidence:
    """The exponent of the threshold in d for leap 3."""
    return _exponent(tables, 3)


def _gaps(tables: Tables, leap: int) -> Evidence:
    runs = _of_leap(tables, leap, largest=True)
    parts = []
    for d, of_d in runs.groupby("d"):
        matrix = by_seed(of_d, "gap", "ratio")
        parts += [(f"d = {d}, n/d^{leap} = {ratio:g}", matrix[ratio].to_numpy()) for ratio in matrix]
    return Evidence.stacked(parts)


def fig2_finite_d_1(tables: Tables) -> Evidence:
    """The squared cosines for leap 1 less their predictions, at the two largest d."""
    return _gaps(tables, 1)


def fig2_finite_d_2(tables: Tables) -> Evidence:
    """The squared cosines for leap 2 less their predictions, at the two largest d."""
    return _gaps(tables, 2)


def fig2_finite_d_3(tables: Tables) -> Evidence:
    """The squared cosines for leap 3 less their predictions, at the two largest d."""
    return _gaps(tables, 3)


def fig2_collapse(tables: Tables) -> Evidence:
    """The differences of the curves between the two largest dimensions."""
    parts = []
    for leap in sorted(map(int, tables.runs("transition")["leap"].unique())):
        runs = _of_leap(tables, leap, largest=True)
        near, far = (by_seed(part, "controlled", "ratio") for _, part in runs.groupby("d"))
        parts += [(f"l = {leap}, n/d^l = {ratio:g}", (near[ratio] - far[ratio]).to_numpy()) for ratio in near]
    return Evidence.stacked(parts)


def fig11_never(tables: Tables) -> Evidence:
    """The exponents of the root mean square cosine in d, at every number of steps and for both step sizes."""
    names = {"one": "step 1", "root-d": "step sqrt d"}
    runs = tables.runs("never")
    times = sorted(runs["time"].unique())
    cases = [(step, time) for step in names for time in times]
    return _exponents({f"{names[s]}, T = {t}": (runs[(runs["step"] == s) & (runs["time"] == t)], "size") for s, t in cases})
