"""The evidence of a claim: observations, predictions, and how to estimate."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np
import pandas as pd

from feature_learning.core.errors import UserError
from feature_learning.statistics.exponents import loglog_slope

Estimate = Literal["mean", "median", "fraction", "exact"]


@dataclass(frozen=True)
class Evidence:
    """What one verdict is based on.

    Attributes
    ----------
    observed : (seeds, points)
        One number per seed and point, or a paired difference if draws are shared. Exact numbers
        have one row.
    points
        The names of the points in the verdict table.
    predicted : (points,), optional
        The predictions, needed for a margin.
    estimate
        ``mean`` (Student), ``median`` (order statistics), ``fraction`` (Clopper and Pearson) or
        ``exact`` (no sampling error).
    fit
        Where given, numbers are fitted to the mean curve over seeds, one for each of ``points``.
    approach
        Whether the numbers are an approach to a limit; see `Evidence.limit`.
    rival : (points,), optional
        What the numbers would be if the claim were false, where this is computed; NaN at points
        where that says nothing.
    """

    observed: np.ndarray
    points: Sequence[str]
    predicted: np.ndarray | None = None
    estimate: Estimate = "mean"
    fit: Callable[[np.ndarray], float | np.ndarray] | None = field(default=None)
    approach: bool = False
    rival: np.ndarray | None = None

    def __post_init__(self) -> None:
        observed = np.asarray(self.observed, dtype=float)
        object.__setattr__(self, "observed", observed)
        if observed.ndim != 2 or (self.fit is None and observed.shape[1] != len(self.points)):
            raise UserError(
                f"evidence of shape {observed.shape} for {len(self.points)} points: it must have "
                "the shape (seeds, points)"
            )
        if observed.size == 0 or len(self.points) == 0:
            raise UserError("evidence needs at least one seed and one point")
        if self.predicted is not None:
            predicted = np.asarray(self.predicted, dtype=float)
            object.__setattr__(self, "predicted", predicted)
            if predicted.shape != (len(self.points) - self.approach,):
                raise UserError(f"{predicted.shape} predictions for {len(self.points)} points")

    @classmethod
    def of(
        cls, curves: pd.DataFrame, symbol: str, group: str = "", predicted: np.ndarray | None = None
    ) -> Evidence:
        """Return the evidence of curves over the points of their columns.

        Parameters
        ----------
        curves
            One row per seed and one column per point, as from `by_seed`.
        symbol, group
            What the points are called in the verdict table, ``group, symbol = point``.
        predicted : (points,), optional
            The predictions.
        """
        names = named(symbol, list(curves.columns))
        points = [f"{group}, {name}" for name in names] if group else names
        return cls(curves.to_numpy(), points, predicted)

    @classmethod
    def exact(
        cls,
        values: Sequence[float],
        points: Sequence[str],
        predicted: Sequence[float] | None = None,
    ) -> Evidence:
        """Return the evidence of computed numbers, which have no sampling error.

        Parameters
        ----------
        values, predicted : (points,)
            What was computed and, if the claim has a margin, what it should be.
        points
            The points' names.
        """
        given = None if predicted is None else np.asarray(predicted)
        return cls(np.asarray(values, dtype=float)[None, :], points, given, "exact")

    @classmethod
    def limit(
        cls, observed: np.ndarray, sizes: Sequence[float], predicted: float, rate: float
    ) -> Evidence:
        """Return the evidence that a quantity approaches a limit as a size grows.

        Two numbers are fitted to the mean curve: the exponent with which its distance from the
        limit changes, which must be negative, and the limit that the curve ``a + b size^(-rate)``
        extrapolates to, which must agree with the prediction.

        Parameters
        ----------
        observed : (seeds, sizes)
            The quantity at each size.
        sizes : (sizes,)
            Three sizes or more, growing.
        predicted
            The limit.
        rate
            The power of the size with which the distance is expected to fall.

        Raises
        ------
        UserError
            There are fewer than three sizes.
        """
        at = np.asarray(sizes, dtype=float)
        if len(at) < 3:
            raise UserError(f"an approach takes three sizes or more, not {len(at)}")
        solve = np.linalg.pinv(np.column_stack([np.ones_like(at), at**-rate]))

        def fit(curve: np.ndarray) -> np.ndarray:
            return np.array([loglog_slope(at, np.abs(curve - predicted)), solve[0] @ curve])

        points = ["exponent of the distance", "extrapolated limit"]
        return cls(observed, points, np.array([predicted]), fit=fit, approach=True)

    @classmethod
    def stacked(cls, parts: Sequence[tuple[str, np.ndarray]]) -> Evidence:
        """Return the evidence of named points, each with one number per seed, shape (seeds,)."""
        return cls(np.column_stack([values for _, values in parts]), [name for name, _ in parts])

    @classmethod
    def joined(cls, groups: Sequence[Evidence]) -> Evidence:
        """Return the evidence of several groups of points with the same seeds; all groups have
        predictions, or none has. A group without rivals has none at its points.
        """
        predicted = [group.predicted for group in groups if group.predicted is not None]
        names = [name for group in groups for name in group.points]
        rivals = [
            np.full(len(group.points), np.nan) if group.rival is None else group.rival
            for group in groups
        ]
        return cls(
            np.hstack([group.observed for group in groups]),
            names,
            np.hstack(predicted) if predicted else None,
            rival=None if np.isnan(np.hstack(rivals)).all() else np.hstack(rivals),
        )

    def against(self, rival: float | Sequence[float] | np.ndarray) -> Evidence:
        """Return the same evidence with the values of its rival, shape (points,), or one for all
        points.
        """
        values = np.broadcast_to(np.asarray(rival, dtype=float), (len(self.points),))
        return replace(self, rival=values)

    @property
    def diverged(self) -> int:
        """The number of seeds with a value that is not finite."""
        return int((~np.isfinite(self.observed)).any(axis=1).sum())


def by_seed(
    frame: pd.DataFrame, value: str, over: str, points: Sequence[object] | None = None
) -> pd.DataFrame:
    """Return one column as a matrix with one row per seed and one column per point.

    Parameters
    ----------
    frame
        Tidy rows with a ``seed`` column.
    value, over
        The column of the numbers and the column that distinguishes the points.
    points
        Which points, in which order; by default all, sorted.

    Raises
    ------
    UserError
        A point is absent, or a seed has no row or more than one row at a point.
    """
    if frame.duplicated(["seed", over]).any():
        raise UserError(
            f"{value}: more than one row per seed and {over}; select further columns first"
        )
    matrix = frame.pivot(index="seed", columns=over, values=value)
    if points is not None:
        missing = [point for point in points if point not in matrix]
        if missing:
            raise UserError(f"{value}: no runs at {over} = {', '.join(map(str, missing))}")
        matrix = matrix[list(points)]
    # A pivot fills absent rows with NaN, which would count as a diverged seed.
    rows = (
        frame[frame[over].isin(list(matrix.columns))]
        .groupby("seed")
        .size()
        .reindex(matrix.index, fill_value=0)
    )
    short = [str(seed) for seed, count in rows.items() if count < len(matrix.columns)]
    if short:
        raise UserError(f"{value}: no row at some {over} for seed {', '.join(short)}")
    return matrix


def by_run(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the rows with seed and replica joined in the column ``seed``, since replicas are
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


def one_by_seed(frame: pd.DataFrame, value: str) -> np.ndarray:
    """Return one column as one number per seed; raises as `by_seed` does.

    Parameters
    ----------
    frame
        Tidy rows with a ``seed`` column, one per seed.
    value
        The column.

    Returns
    -------
    values : (seeds,)
    """
    return by_seed(frame.assign(point=0), value, "point")[0].to_numpy()


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


def against_theory(
    runs: pd.DataFrame,
    theory: pd.DataFrame,
    value: str,
    over: str,
    points: Sequence[object] | None = None,
    *,
    symbol: str,
    of: str = "",
) -> Evidence:
    """Return the evidence of runs beside the theory's values at the same points.

    Parameters
    ----------
    runs
        Tidy rows with a ``seed`` column.
    theory
        Rows without seeds, with the same columns.
    value, over
        The column to compare and the column that distinguishes the points.
    points
        Which points; by default all points of the runs.
    symbol, of
        What the points are called in the verdict table, ``of, symbol = point``.

    Raises
    ------
    UserError
        As `by_seed` and `at_points` do.
    """
    curves = by_seed(runs, value, over, points)
    predicted = at_points(theory, value, over, list(curves.columns))
    return Evidence.of(curves, symbol, of, predicted)


def slope_of_mean(curves: pd.DataFrame, point: str) -> Evidence:
    """Return the evidence of the slope of the mean curve on logarithmic axes.

    Parameters
    ----------
    curves
        One row per seed and one column per point, as from `by_seed`.
    point
        What the slope is called in the verdict table.
    """
    at = curves.columns.to_numpy(dtype=float)
    return Evidence(curves.to_numpy(), [point], fit=lambda mean: loglog_slope(at, mean))


def slopes_of_means(curves: Mapping[str, pd.DataFrame]) -> Evidence:
    """Return the evidence of the slopes of several mean curves on logarithmic axes.

    Parameters
    ----------
    curves
        For each name in the verdict table, one row per seed and one column per point.
    """
    columns = [part.columns.to_numpy(dtype=float) for part in curves.values()]
    ends = np.cumsum([len(at) for at in columns])[:-1]

    def fit(mean: np.ndarray) -> np.ndarray:
        parts = zip(columns, np.split(mean, ends), strict=True)
        return np.array([loglog_slope(at, part) for at, part in parts])

    return Evidence(np.hstack([*curves.values()]), list(curves), fit=fit)


def against_theory_by(
    by: str,
    names: Mapping[Any, str] | Sequence[str],
    runs: pd.DataFrame,
    theory: pd.DataFrame,
    value: str,
    over: str,
    points: Sequence[object] | None = None,
    *,
    symbol: str,
) -> Evidence:
    """Return the evidence of `against_theory` for several groups of rows, joined.

    Parameters
    ----------
    by
        The column that distinguishes the groups.
    names
        Its values, or for each what the verdict table calls it.
    runs, theory, value, over, points, symbol
        As in `against_theory`.

    Raises
    ------
    UserError
        As `against_theory` does.
    """
    called = names if isinstance(names, Mapping) else dict(zip(names, names, strict=True))
    groups = [
        against_theory(
            runs[runs[by] == group],
            theory[theory[by] == group],
            value,
            over,
            points,
            symbol=symbol,
            of=called[group],
        )
        for group in called
    ]
    return Evidence.joined(groups)


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
