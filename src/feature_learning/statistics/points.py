"""The points of a quantity: a table with one row per point and one column per coordinate."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
from pandas.api.types import is_numeric_dtype

from feature_learning.core.errors import MissingError, UserError

NAME = "point"
"""The coordinate of points that have a name and no numbers."""
_RANKED = ("smallest", "middle", "largest")


def value_of(points: pd.DataFrame, name: str, wanted: Any) -> Any:
    """Return the value of a coordinate, where a word such as ``largest`` stands for it.

    Parameters
    ----------
    points
        The points.
    name, wanted
        The coordinate, and a value of it or one of ``smallest``, ``middle`` and ``largest``.

    Raises
    ------
    UserError
        There is no such coordinate.
    """
    if name not in points:
        raise UserError(f"no coordinate is called {name!r}; {', '.join(map(str, points))} are")
    if not isinstance(wanted, str) or wanted not in _RANKED:
        return wanted
    ordered = sorted(points[name].unique())
    return ordered[{"smallest": 0, "middle": len(ordered) // 2, "largest": -1}[wanted]]


def rows_at(points: pd.DataFrame, name: str, wanted: Any) -> np.ndarray:
    """Return the rows whose coordinate is a value, one of a list, or meets a condition.

    Parameters
    ----------
    points
        The points.
    name, wanted
        The coordinate, and what is wanted of it.

    Raises
    ------
    MissingError
        There is no such point.
    """
    column = points[name]
    if callable(wanted):
        rows = np.flatnonzero([wanted(value) for value in column])
        if not len(rows):
            raise MissingError("no point meets the condition")
        return rows
    values = wanted if isinstance(wanted, list | tuple) else [wanted]
    if absent := [value for value in values if not (column == value).any()]:
        known = ", ".join(map(str, column.unique()))
        raise MissingError(f"no point at {name} = {absent[0]}; there are {known}")
    return np.flatnonzero(column.isin(values))


def rows_like(points: pd.DataFrame, others: pd.DataFrame) -> np.ndarray:
    """Return the row of each of the other points, matched on the coordinates of both.

    Parameters
    ----------
    points, others
        Two tables of points.

    Raises
    ------
    MissingError
        One of the others is missing, or several match.
    """
    common = [name for name in others if name in points]
    numbers = {name: float for name in common if is_numeric_dtype(points[name])}
    rows = points[common].astype(numbers).assign(_=0, row=range(len(points)))
    wanted = others[common].astype(numbers).assign(_=0)
    found = wanted.merge(rows, how="left", on=[*common, "_"])
    if len(found) != len(others) or found["row"].isna().any():
        raise MissingError(
            f"the points differ in {', '.join(map(str, common))}: narrow to what both have"
        )
    return found["row"].to_numpy(dtype=int)


def curves(points: pd.DataFrame, of: str) -> Iterator[np.ndarray]:
    """Yield the rows of each curve along a coordinate, rising in it: one for each combination of
    the others.

    Parameters
    ----------
    points, of
        The points, and the coordinate.

    Raises
    ------
    MissingError
        A curve has one point only.
    """
    others = [str(name) for name in points if name != of]
    ordered = points.sort_values(of, kind="stable").assign(_=0)
    groups = ordered.groupby([*others, "_"], sort=True).ngroup()
    for _, members in groups.groupby(groups):
        if len(members) < 2:
            each = f" for each {', '.join(others)}" if others else ""
            raise MissingError(f"there is one point only along {of}{each}")
        yield members.index.to_numpy()


def labels(points: pd.DataFrame, symbols: Mapping[str, str]) -> list[str]:
    """Return the points in words: ``batch = fresh, alpha = 0.2``.

    Parameters
    ----------
    points
        The points.
    symbols
        What coordinates are called, where not by their own names; values of one that is called
        nothing stand alone.
    """
    parts: list[Iterable[str]] = []
    for name, column in points.items():
        symbol = "" if name == NAME else symbols.get(str(name), str(name))
        parts.append(named(symbol, column.tolist()) if symbol else map(str, column))
    return [", ".join(texts) for texts in zip(*parts, strict=True)] if parts else [""]


def named(name: str, points: Sequence[object]) -> list[str]:
    """Return the names of points for a verdict table: ``alpha = 0.2``.

    Parameters
    ----------
    name
        The symbol on the left.
    points
        The values on the right; floats are written to six digits.
    """
    return [
        f"{name} = {point:g}" if isinstance(point, float) else f"{name} = {point}"
        for point in points
    ]
