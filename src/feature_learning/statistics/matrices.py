"""Matrices with one row per seed and one column per point, from tidy tables."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from feature_learning.core.errors import UserError


def by_seed(frame: pd.DataFrame, value: str, over: str) -> pd.DataFrame:
    """Return one column as a matrix with one row per seed and one column per point, sorted.

    Parameters
    ----------
    frame
        Tidy rows with a ``seed`` column.
    value, over
        The column of the numbers and the column that distinguishes the points.

    Raises
    ------
    UserError
        A seed has no row or more than one row at a point.
    """
    if frame.duplicated(["seed", over]).any():
        raise UserError(
            f"{value}: more than one row per seed and {over}; select further columns first"
        )
    matrix = frame.pivot(index="seed", columns=over, values=value)
    # A pivot fills absent rows with NaN, which would count as a diverged seed.
    rows = frame.groupby("seed").size()
    short = [str(seed) for seed, count in rows.items() if count < len(matrix.columns)]
    if short:
        raise UserError(f"{value}: no row at some {over} for seed {', '.join(short)}")
    return matrix


def by_run(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the rows with seed and replica joined in the column ``seed``, because replicas are
    independent runs.

    Parameters
    ----------
    frame
        Rows with columns ``seed`` and ``replica``.
    """
    return frame.assign(
        seed=[
            f"{seed}-{replica}"
            for seed, replica in zip(frame["seed"], frame["replica"], strict=True)
        ]
    )


def at_best(frame: pd.DataFrame, value: str, over: str, by: Sequence[str]) -> pd.DataFrame:
    """Return the rows at the best value of a tuning parameter, one choice for all seeds of a group.

    Parameters
    ----------
    frame
        Tidy rows; predictions, which have no seeds, as well as runs.
    value
        The column whose mean over seeds is to be least, such as a risk.
    over
        The column of the parameter, such as a ridge.
    by
        The columns that name a group.

    Examples
    --------
    >>> frame = pd.DataFrame(
    ...     {"seed": [0, 0, 1, 1], "d": 8, "ridge": [0.1, 1.0] * 2, "risk": [3.0, 1.0, 1.0, 2.0]}
    ... )
    >>> at_best(frame, "risk", "ridge", ["d"])["risk"].tolist()
    [1.0, 2.0]
    """
    keys = list(by)
    means = frame.groupby([*keys, over])[value].mean().reset_index()
    best = means.loc[means.groupby(keys)[value].idxmin(), [*keys, over]]
    return frame.merge(best, on=[*keys, over])


def at_points(frame: pd.DataFrame, value: str, over: str, points: Sequence[object]) -> np.ndarray:
    """Return a theory column at the given points, exactly joined.

    Parameters
    ----------
    frame
        Rows without seeds.
    value, over
        The column to return and the column that holds the points.
    points
        Which points, in which order.

    Returns
    -------
    values : (points,)

    Raises
    ------
    UserError
        A point is absent or not unique.
    """
    found: dict[object, float] = frame.set_index(over)[value].to_dict()
    if frame[over].duplicated().any():
        raise UserError(
            f"{value}: theory has more than one row per {over}; select further columns first"
        )
    for point in points:
        if point not in found:
            raise UserError(f"{value}: theory has no row at {over} = {point}")
    return np.array([found[point] for point in points])
