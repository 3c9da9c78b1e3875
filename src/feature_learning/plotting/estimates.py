"""A tidy table of estimates over seeds, with their intervals: what figures draw."""

import math
from collections.abc import Sequence
from typing import Literal

import numpy as np
import pandas as pd

from feature_learning.statistics.intervals import Interval
from feature_learning.statistics.quantity import Estimator, Quantity
from feature_learning.statistics.terms import averages

Scale = Literal["linear", "log", "rms", "median", "fraction"]
NAMES: dict[Scale, Estimator] = {
    "linear": "mean",
    "log": "geometric mean",
    "rms": "root mean square",
    "median": "median",
    "fraction": "fraction",
}
"""What the estimate of each scale is called."""


def estimates(
    runs: pd.DataFrame,
    y: str | Sequence[str],
    by: Sequence[str],
    scale: Scale = "linear",
    *,
    within: tuple[float, float] = (-math.inf, math.inf),
    censored: bool = False,
) -> pd.DataFrame:
    """Return one row per group of runs: the estimate over its seeds and its 90 % interval, both as
    `Quantity` has them, so a claim on these groups has the same.

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
        ``linear``: the mean. ``log``: the geometric mean, for positive quantities. ``rms``: the
        root mean square. ``median``: for heavy tails. ``fraction``: that of true values.
    within
        The range of the quantity, such as 0 to 1, where intervals that are bounded end.
    censored
        Whether infinite values are times that were not reached, which do not count as diverged.

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
        parts = {
            name: estimates(runs, name, by, scale, within=within, censored=censored) for name in y
        }
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
    groups = runs.groupby(keys, sort=True).indices
    columns = [values[rows] for rows in groups.values()]
    found = pd.DataFrame([_label(key) for key in groups], columns=keys)
    counts = np.array([len(column) for column in columns], dtype=int)
    ends = np.empty((len(columns), 3))
    for count in np.unique(counts):
        (same,) = np.nonzero(counts == count)
        matrix = np.column_stack([columns[k] for k in same])
        ends[same] = _intervals(matrix, NAMES[scale], censored=censored)
    bounded = np.isfinite(ends).all(axis=1)
    ends[bounded, 1:] = np.clip(ends[bounded, 1:], *within)
    found[["estimate", "low", "high"]] = ends
    known = (~np.isnan(column) if censored else np.isfinite(column) for column in columns)
    lost = [int((~each).sum()) for each in known]
    return found.assign(seeds=counts, diverged=lost, kind=NAMES[scale])


def _label(key: object) -> tuple[object, ...]:
    return key if isinstance(key, tuple) else (key,)


def _intervals(
    values: np.ndarray, estimator: Estimator, *, censored: bool
) -> list[tuple[float, float, float]]:
    """Return the estimate and both ends for each column, shape (seeds, groups)."""
    points = pd.DataFrame(index=range(values.shape[1]))
    terms = averages(values.shape[1])
    found = Quantity(points, values, terms, estimator, censored=censored).intervals()
    return [(one.estimate, one.low, one.high) for one in found]


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
    """Return estimates of the difference, or the ratio, of two series, paired by seed.

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
        The ratio, with its interval in log units, instead of the difference.
    scale
        As in `estimates`; by default ``log`` for ratios, else ``linear``.
    """
    keys = [*by, "seed"]
    first, second = (runs[runs[column] == value].set_index(keys)[y] for value in pair)
    both = first / second if ratio else first - second
    table = both.dropna().rename("paired").reset_index()
    return estimates(table, "paired", by, scale or ("log" if ratio else "linear"))


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
