"""Quantities that summarise the rows of a seed, or those of all seeds."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from feature_learning.statistics.quantity import Quantity
from feature_learning.statistics.sources import of_runs
from feature_learning.statistics.terms import composed


def of_seeds(values: pd.Series, experiment: str, point: str = "") -> Quantity:
    """Return one number per seed as a quantity of one point, or one per seed and coordinates.

    Parameters
    ----------
    values
        Its index has the seed and the coordinates.
    experiment
        Where the numbers come from.
    point
        The name of the point, where there are no coordinates.
    """
    rows = values.rename("value").reset_index()
    by = [str(name) for name in rows if name not in ("seed", "value")]
    found = of_runs(rows, "value", by, experiment)
    return found if by else replace(found, points=found.points.assign(point=point))


def pooled(values: pd.Series, experiment: str, point: str) -> Quantity:
    """Return the numbers of all runs, which are independent, as the seeds of one point.

    Parameters
    ----------
    values, experiment, point
        As in `of_seeds`, with any index.
    """
    found = values.reset_index(drop=True).rename_axis("seed")
    return of_seeds(found, f"{experiment}, pooled", point)


def mean_where(
    runs: pd.DataFrame, value: str, chosen: str, by: Sequence[str], experiment: str
) -> Quantity:
    """Return the mean over those runs of all seeds that have a property: the average of the numbers
    over that of the property.

    Parameters
    ----------
    runs
        Rows with a column ``seed``; a seed may have several at a point.
    value, chosen
        The columns of the numbers and of the property.
    by, experiment
        The coordinates, and where the rows come from.
    """
    rows = runs.assign(number=runs[value].where(runs[chosen], 0.0), chosen=runs[chosen] * 1.0)
    means = rows.groupby([*by, "seed"])[["number", "chosen"]].mean().reset_index()
    sums, counts = (of_runs(means, name, by, experiment) for name in ("number", "chosen"))
    right = sums.values.shape[1]
    terms = tuple(
        composed([total, count.moved(right)], _ratio)
        for total, count in zip(sums.terms, counts.terms, strict=True)
    )
    return replace(sums, values=np.hstack([sums.values, counts.values]), terms=terms)


def geometric_mean_where(
    runs: pd.DataFrame, value: str, chosen: str, by: Sequence[str], experiment: str
) -> Quantity:
    """Return the geometric mean over those runs: the exponential of the mean of their logarithms.

    Parameters
    ----------
    runs, value, chosen, by, experiment
        As in `mean_where`, with positive numbers.
    """
    logs = runs.assign(log=np.log(runs[value].where(runs[chosen], 1.0)))
    return mean_where(logs, "log", chosen, by, experiment).transformed(np.exp)


def largest_so_far(of: Quantity, along: str) -> Quantity:
    """Return the largest average at each point and at those before it.

    Parameters
    ----------
    of
        The quantity.
    along
        The coordinate that grows.
    """
    others = [name for name in of.points if name != along]
    before = of.points.assign(row=range(len(of.points))).merge(
        of.points.assign(point=range(len(of.points))), on=others, suffixes=("", "_last")
    )
    before = before[before[along] <= before[f"{along}_last"]]
    terms = tuple(
        composed([of.terms[row] for row in group["row"]], lambda *values: max(values))
        for _, group in before.groupby("point")
    )
    return replace(of, terms=terms)


def _ratio(total: float, count: float) -> float:
    with np.errstate(invalid="ignore", divide="ignore"):
        return float(np.divide(total, count))
