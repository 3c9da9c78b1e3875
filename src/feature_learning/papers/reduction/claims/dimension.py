"""Evidence for dimension."""

import numpy as np
import pandas as pd

from feature_learning.statistics import (
    Evidence,
    Tables,
    against_theory,
    at_points,
    by_seed,
    loglog_slope,
    named,
)


def one_step_limit(tables: Tables) -> Evidence:
    runs, theory = tables.runs("one_step"), tables.theory("one_step")
    return against_theory(runs, theory, "along", "d", [runs["d"].max()], symbol="d")


def one_step_gap(tables: Tables) -> Evidence:
    cosines = by_seed(tables.runs("one_step"), "along", "d")
    limit = at_points(tables.theory("one_step"), "along", "d", list(cosines.columns))
    return _root_exponent(cosines - limit)


def one_step_rank_one(tables: Tables) -> Evidence:
    return _root_exponent(by_seed(tables.runs("one_step"), "across", "d"))


def _root_exponent(curves: pd.DataFrame) -> Evidence:
    """Return the exponent in d of the root mean square over seeds."""
    d = curves.columns.to_numpy(dtype=float)
    squares = curves.to_numpy() ** 2
    return Evidence(squares, ["exponent"], fit=lambda mean: loglog_slope(d, mean) / 2)


def one_step_constant(tables: Tables) -> Evidence:
    runs = tables.runs("one_step")
    runs = runs[runs["d"] >= 1000].assign(scaled=lambda rows: rows["d"] * rows["across"] ** 2)
    constant = np.array([tables.value("one_step", "scaled_across")])
    scaled = runs.groupby("seed")["scaled"].mean().to_numpy()
    return Evidence(scaled[:, None], ["d from 1000 on"], constant)


def transition_limit_1(tables: Tables) -> Evidence:
    runs, theory = (_largest(read("transition", leap=1)) for read in (tables.runs, tables.theory))
    found = against_theory(runs, theory, "alignment", "ratio", symbol="n/d^l")
    assert found.predicted is not None
    return found.against([np.nan, *found.predicted[:-1]])


def transition_limit_2(tables: Tables) -> Evidence:
    return _beside_prediction(tables, 2)


def transition_limit_3(tables: Tables) -> Evidence:
    return _beside_prediction(tables, 3, least=0.5)


def _largest(rows: pd.DataFrame) -> pd.DataFrame:
    return rows[rows["d"] == rows["d"].max()]


def _beside_prediction(tables: Tables, leap: int, least: float = 0.0) -> Evidence:
    """Return the alignment less its prediction for the same neurons, in the largest dimension, from
    a smallest ratio on.
    """
    runs = _largest(tables.runs("transition", leap=leap))
    runs = runs[runs["ratio"] >= least]
    gaps = by_seed(runs.assign(gap=runs["alignment"] - runs["predicted"]), "gap", "ratio")
    return Evidence(gaps.to_numpy(), named("n/d^l", list(gaps.columns)))
