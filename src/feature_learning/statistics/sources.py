"""Quantities from tables, and from other quantities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd

from feature_learning.core.errors import UserError
from feature_learning.core.setting import Scalar
from feature_learning.core.tables import Tables
from feature_learning.statistics.quantity import Estimator, Quantity
from feature_learning.statistics.terms import averages


def quantity(
    tables: Tables,
    experiment: str,
    value: str,
    by: Sequence[str],
    estimator: Estimator = "mean",
    *,
    predicted: str = "",
    **where: Scalar,
) -> Quantity:
    """Return a column of an experiment's runs, with its prediction where there is one.

    Parameters
    ----------
    tables
        The paper's tables.
    experiment, value
        The experiment and the column.
    by
        The coordinates of the points.
    estimator
        How seeds are averaged.
    predicted
        The column of the theory; by default the column of the same name.
    **where
        Column values that select rows of both tables; theory need not have all of them.

    Raises
    ------
    UserError
        As `of_runs` and `exact` do.
    """
    found = of_runs(tables.runs(experiment, **where), value, by, experiment).averaged(estimator)
    column = predicted or value
    theory = tables.theory(experiment) if tables.has_theory(experiment) else pd.DataFrame()
    if column not in theory:
        return found
    known = {name: given for name, given in where.items() if name in theory}
    rows = tables.theory(experiment, **known)
    return found.predicted_by(exact(rows, column, [name for name in by if name in rows]))


def predictions(
    tables: Tables, experiment: str, value: str, by: Sequence[str], **where: Scalar
) -> Quantity:
    """Return a column of an experiment's theory.

    Parameters
    ----------
    tables, experiment, value, by, **where
        As in `quantity`.
    """
    return exact(tables.theory(experiment, **where), value, by)


def of_runs(runs: pd.DataFrame, value: str, by: Sequence[str], experiment: str = "") -> Quantity:
    """Return a column of tidy runs by some of their columns as coordinates.

    Parameters
    ----------
    runs
        Rows with a column ``seed``.
    value, by
        The column of the numbers and those of the coordinates.
    experiment
        Where they come from, which tells whether two quantities are paired.

    Raises
    ------
    UserError
        A seed has no row, or several, at a point.
    """
    rows = runs.assign(_point=runs.assign(_=0).groupby([*by, "_"], sort=True).ngroup())
    points = rows.drop_duplicates("_point").sort_values("_point")[list(by)]
    if rows.duplicated(["seed", "_point"]).any():
        raise UserError(f"{value}: several rows per seed at a point; name more coordinates")
    counts = rows.groupby("seed").size()
    if (counts < len(points)).any():
        short = ", ".join(map(str, counts.index[counts < len(points)]))
        raise UserError(f"{value}: no row at some point for seed {short}")
    table = rows.pivot(index="seed", columns="_point", values=value)
    return Quantity(
        points.reset_index(drop=True),
        table.to_numpy(dtype=float),
        averages(len(points)),
        experiment=experiment,
        seeds=tuple(table.index),
    )


def exact(table: pd.DataFrame, value: str, by: Sequence[str]) -> Quantity:
    """Return computed numbers, which have no sampling error.

    Parameters
    ----------
    table
        One row per point; rows that repeat a point must agree.
    value, by
        The column of the numbers and those of the coordinates.

    Raises
    ------
    UserError
        Rows disagree.
    """
    rows = table[[*by, value]].drop_duplicates()
    if rows.assign(_=0).duplicated([*by, "_"]).any():
        raise UserError(f"{value}: several numbers at a point; name more coordinates")
    values = rows[value].to_numpy(dtype=float)[None, :]
    points = rows[list(by)].reset_index(drop=True)
    return Quantity(points, values, averages(len(points)), "exact")


def joined(parts: Sequence[Quantity], **labels: Sequence[Any]) -> Quantity:
    """Return the points of several quantities of one experiment as one, with no prediction.

    Parameters
    ----------
    parts
        The quantities.
    **labels
        A further coordinate, with one value for each of them.
    """
    first, ends = parts[0], np.cumsum([0, *(part.values.shape[1] for part in parts)])
    if any((part.experiment, part.seeds) != (first.experiment, first.seeds) for part in parts):
        raise UserError("quantities of different experiments have different seeds")
    terms = [t.moved(end) for part, end in zip(parts, ends[:-1], strict=True) for t in part.terms]
    tables = [
        part.points.assign(**{name: given[k] for name, given in labels.items()})
        for k, part in enumerate(parts)
    ]
    points, values = pd.concat(tables, ignore_index=True), np.hstack([p.values for p in parts])
    found = replace(first, points=points, values=values, terms=tuple(terms), prediction=None)
    return replace(found, pool=None)


def changes(of: Quantity, coordinate: str, pairs: Sequence[tuple[Any, Any]]) -> Quantity:
    """Return differences between two values of a coordinate.

    Parameters
    ----------
    of
        The quantity.
    coordinate, pairs
        The coordinate, and pairs of its values: the first minus the second.
    """
    found = [of.at(**{coordinate: high}).minus(of.at(**{coordinate: low})) for high, low in pairs]
    return joined(found, **{coordinate: [f"{high} minus {low}" for high, low in pairs]})
