"""The intervals and the table of a quantity, and two quantities over the seeds of both."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from feature_learning.core.errors import UserError
from feature_learning.statistics.intervals import Interval, fraction, jackknife_interval, median
from feature_learning.statistics.means import common_skewness, geometric_means, means

if TYPE_CHECKING:
    from feature_learning.statistics.quantity import Quantity


def intervals_of(quantity: Quantity, level: float, sizes: np.ndarray | float) -> list[Interval]:
    """Return the estimate and the interval of each point.

    Parameters
    ----------
    quantity
        The quantity.
    level, sizes
        As `Quantity.intervals` takes them.
    """
    if quantity.bounds is not None:
        return list(quantity.bounds(quantity.values, level))
    if quantity.estimator == "exact":
        row = quantity.values[0]
        return [Interval.exact(term(row[list(term.columns)])) for term in quantity.terms]
    if not quantity.direct or quantity.estimator == "root mean square":
        return [jackknife_interval(*one, level) for one in quantity.jackknife]
    if quantity.estimator in ("mean", "geometric mean"):
        average = means if quantity.estimator == "mean" else geometric_means
        return average(quantity.columns, level, sizes, _skewness(quantity))
    if quantity.estimator == "fraction":
        return [fraction(column, level) for column in quantity.columns.T]
    values = quantity.columns
    if not quantity.censored:
        values = np.where(np.isfinite(values), values, np.nan)
    return [median(column, level) for column in values.T]


def _skewness(quantity: Quantity) -> float | None:
    """Return the skewness of the pool of a mean; None without a pool."""
    if quantity.pool is None:
        return None
    with np.errstate(divide="ignore", invalid="ignore"):
        logarithmic = quantity.estimator == "geometric mean"
        return common_skewness(np.log(quantity.pool) if logarithmic else quantity.pool)


def resampled(quantity: Quantity, rows: np.ndarray) -> Quantity:
    """Return a quantity with some rows of its values as its seeds.

    Parameters
    ----------
    quantity, rows
        The quantity, and the rows.

    Raises
    ------
    UserError
        It compares two experiments, whose seeds cannot be drawn together.
    """
    if quantity.spans is not None:
        raise UserError("the seeds of two experiments cannot be drawn again together")
    pool, seeds = None if quantity.pool is None else quantity.pool[rows], tuple(range(len(rows)))
    return replace(quantity, values=quantity.values[rows], pool=pool, seeds=seeds)


def lost(quantity: Quantity) -> np.ndarray:
    """Return which values are not finite, shape (seeds, columns), of those that there should be."""
    known = ~np.isnan(quantity.values) if quantity.censored else np.isfinite(quantity.values)
    found = ~known
    if quantity.spans is not None:
        rows = np.arange(len(found))[:, None]
        found &= (rows >= quantity.spans[:, 0]) & (rows < quantity.spans[:, 1])
    return np.asarray(found)


def table_of(quantity: Quantity, level: float) -> pd.DataFrame:
    """Return the points with their intervals, seeds and predictions.

    Parameters
    ----------
    quantity, level
        The quantity, and the coverage.
    """
    found = pd.DataFrame(quantity.intervals(level), columns=["estimate", "low", "high"])
    diverged = [lost(quantity)[:, list(term.columns)].any(axis=1).sum() for term in quantity.terms]
    table = quantity.points.assign(**found, seeds=quantity.fewest, diverged=diverged)
    table["kind"] = quantity.estimator if quantity.direct else "fit"
    if quantity.prediction is None:
        return table
    predicted = quantity.prediction.like(quantity).intervals()
    return table.assign(predicted=[one.estimate for one in predicted])


def apart(first: Quantity, second: Quantity) -> tuple[Quantity, Quantity]:
    """Return quantities of two experiments over the seeds of both, one after another; each has no
    values at the other's, because the seeds of two experiments are independent.

    Parameters
    ----------
    first, second
        The quantities.

    Raises
    ------
    UserError
        One of them already is of two experiments, or they average seeds in different ways.
    """
    if first.spans is not None or second.spans is not None:
        raise UserError("a comparison of two experiments cannot be compared with a third")
    if first.estimator != second.estimator:
        raise UserError(
            f"the {first.estimator} of {first.experiment} and the {second.estimator} of "
            f"{second.experiment} cannot be compared"
        )
    rows, place = len(first.values) + len(second.values), 0
    name, seeds = f"{first.experiment} and {second.experiment}", tuple(range(rows))
    found = []
    for each in (first, second):
        count, columns = each.values.shape
        values = np.full((rows, columns), np.nan)
        values[place : place + count] = each.values
        spans = np.tile([place, place + count], (columns, 1))
        own = replace(each, values=values, spans=spans, pool=None)
        found.append(replace(own, experiment=name, seeds=seeds))
        place += count
    return found[0], found[1]
