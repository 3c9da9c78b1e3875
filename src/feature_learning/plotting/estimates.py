"""A tidy table of estimates over seeds, with their intervals: what figures draw."""

import math
from collections.abc import Sequence
from typing import Literal

import numpy as np
import pandas as pd
from scipy.special import stdtrit

from feature_learning.statistics import intervals
from feature_learning.statistics.intervals import Interval

Scale = Literal["linear", "log", "rms", "logit", "median", "fraction"]

_ESTIMATORS = {
    "linear": intervals.mean,
    "log": intervals.geometric_mean,
    "rms": intervals.root_mean_square,
    "logit": intervals.bounded_mean,
    "median": intervals.median,
    "fraction": intervals.fraction,
}
NAMES = {
    "linear": "mean",
    "log": "geometric mean",
    "rms": "root mean square",
    "logit": "mean",
    "median": "median",
    "fraction": "fraction",
}
"""What the estimate of each scale is called."""


def estimates(
    runs: pd.DataFrame, y: str | Sequence[str], by: Sequence[str], scale: Scale = "linear"
) -> pd.DataFrame:
    """Return one row per group of runs: the estimate over its seeds and its 95 % interval.

    A diverged seed (a true ``diverged``, or a value that is not finite) is counted and widens the
    interval as `intervals` says; it is never dropped.

    Parameters
    ----------
    runs
        Tidy rows with a ``seed`` column: one row per seed in each group.
    y
        The column to estimate. With several, the table has one block for each, named by the column
        ``quantity``.
    by
        The columns that name a group, such as the x axis and the series.
    scale
        ``linear``: the mean, with Student's interval. ``log``: the geometric mean, with its
        interval in log units, for positive quantities. ``rms``: the root mean square. ``logit``:
        the mean of a quantity between 0 and 1, with its interval in logit units. ``median``: for
        heavy tails. ``fraction``: the share of true values.

    Returns
    -------
    pandas.DataFrame
        The columns of `by`, then ``estimate``, ``low``, ``high``, ``seeds`` and ``diverged`` (both
        counts), and ``kind``, the estimate's name.

    Raises
    ------
    ValueError
        A group has several rows of one seed: another column distinguishes them.
    """
    if not isinstance(y, str):
        parts = {name: estimates(runs, name, by, scale) for name in y}
        return pd.concat([part.assign(quantity=name) for name, part in parts.items()])
    keys = list(by)
    if "seed" in runs and runs.duplicated([*keys, "seed"]).any():
        varied = [
            str(name) for name in runs if name not in (*keys, "seed", y) and _varies(runs[name])
        ]
        raise ValueError(
            f"estimates of {y!r} by {', '.join(keys)}: several rows per seed; select or group by "
            f"one of {', '.join(varied)}"
        )
    values = runs[y].to_numpy(dtype=float)
    if "diverged" in runs:
        values = np.where(runs["diverged"].to_numpy(dtype=bool), np.nan, values)
    found = []
    for key, rows in runs.groupby(keys, sort=True).indices.items():
        own = values[rows]
        interval = _ESTIMATORS[scale](own)
        label = key if isinstance(key, tuple) else (key,)
        lost = int((~np.isfinite(own)).sum())
        ends = (interval.estimate, interval.low, interval.high)
        found.append((*label, *ends, len(own), lost, NAMES[scale]))
    columns = [*keys, "estimate", "low", "high", "seeds", "diverged", "kind"]
    return pd.DataFrame(found, columns=columns)


def paired(
    runs: pd.DataFrame,
    y: str,
    column: str,
    pair: tuple[object, object],
    by: Sequence[str],
    *,
    ratio: bool = False,
    scale: Scale | None = None,
) -> pd.DataFrame:
    """Return estimates of the difference, or the ratio, of two series, seed by seed.

    What a seed has in common in both, such as its data, drops out.

    Parameters
    ----------
    runs
        Tidy rows with a ``seed`` column.
    y
        The column to compare.
    column, pair
        The column of the series, and its values: the first less, or over, the second.
    by
        The columns that name a group.
    ratio
        The ratio, with its interval in log units, in place of the difference.
    scale
        As in `estimates`; by default ``log`` for ratios, else ``linear``.
    """
    keys = [*by, "seed"]
    first, second = (runs[runs[column] == value].set_index(keys)[y] for value in pair)
    both = first / second if ratio else first - second
    table = both.dropna().rename("paired").reset_index()
    return estimates(table, "paired", by, scale or ("log" if ratio else "linear"))


def pooled(table: pd.DataFrame) -> pd.DataFrame:
    """Return means of `estimates` with intervals of one width, from the spread of all of them.

    For groups that differ in their means alone: from few seeds, an interval of its own would be
    wider than it need be.

    Parameters
    ----------
    table
        From `estimates` or `paired`, on the scale ``linear``.

    References
    ----------
    Student (1908), Biometrika 6: with k groups of n seeds the variance has ``k (n - 1)`` degrees of
    freedom.
    """
    seeds, half = int(table["seeds"].min()), (table["high"] - table["low"]) / 2
    wide = math.sqrt((half**2).mean())
    if math.isfinite(wide):
        level = (1 + intervals.LEVEL) / 2
        wide *= float(stdtrit(len(table) * (seeds - 1), level) / stdtrit(seeds - 1, level))
    return table.assign(low=table["estimate"] - wide, high=table["estimate"] + wide)


def excludes(table: pd.DataFrame, value: float | np.ndarray | pd.Series) -> pd.Series:
    """Return for each estimate whether its interval excludes a value.

    Parameters
    ----------
    table
        From `estimates`.
    value
        One for all rows, or one for each.
    """
    return (table["low"] > value) | (table["high"] < value)


def points(found: Sequence[Interval], seeds: int, kind: str, **columns: object) -> pd.DataFrame:
    """Return estimates that are already there, such as fitted numbers, as a table of `estimates`.

    Parameters
    ----------
    found : (points,)
        The estimates with their intervals.
    seeds
        The number of seeds behind each.
    kind
        What the estimates are called.
    **columns
        The columns that name a point: one value each, or one for all.
    """
    ends = {name: [getattr(one, name) for one in found] for name in ("estimate", "low", "high")}
    return pd.DataFrame({**columns, **ends}).assign(seeds=seeds, diverged=0, kind=kind)


def _varies(column: pd.Series) -> bool:
    first = column.iloc[0]
    return bool(np.isscalar(first) and (column != first).any())
