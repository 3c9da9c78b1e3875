"""The evidence of a claim: observations, predictions, and how to estimate."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, cast

import numpy as np
import pandas as pd

from feature_learning.core.errors import MissingError, UserError
from feature_learning.statistics.exponents import loglog_slope
from feature_learning.statistics.intervals import Interval
from feature_learning.statistics.matrices import named
from feature_learning.statistics.points import NAME
from feature_learning.statistics.quantity import Estimator, Quantity
from feature_learning.statistics.terms import Term, averages

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
    bounds
        Where given, the intervals of ``points`` from the numbers of all seeds, at a level: for
        quantities that are neither means nor fitted to a mean.
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
    bounds: Callable[[np.ndarray, float], Sequence[Interval]] | None = field(default=None)
    approach: bool = False
    rival: np.ndarray | None = None

    def __post_init__(self) -> None:
        observed = np.asarray(self.observed, dtype=float)
        object.__setattr__(self, "observed", observed)
        by_point = self.fit is None and self.bounds is None
        if observed.ndim != 2 or (by_point and observed.shape[1] != len(self.points)):
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
        MissingError
            There are fewer than three sizes.
        """
        at = np.asarray(sizes, dtype=float)
        if len(at) < 3:
            raise MissingError(f"an approach takes three sizes or more, not {len(at)}")
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

    def quantities(self, scale: Literal["linear", "log"] = "linear") -> list[Quantity]:
        """Return the evidence as quantities: one, or those of an approach, its exponent and its
        limit.

        Parameters
        ----------
        scale
            Whether means are taken of the numbers or of their logarithms.
        """
        columns = tuple(range(self.observed.shape[1]))
        terms, estimator = averages(len(self.points)), cast(Estimator, self.estimate)
        if self.fit is not None:
            terms = tuple(Term(columns, _component(self.fit, k)) for k in range(len(self.points)))
        elif estimator == "mean" and scale == "log":
            estimator = "geometric mean"
        points = pd.DataFrame({NAME: list(self.points)})
        seeds = tuple(range(len(self.observed)))
        whole = Quantity(points, self.observed, terms, estimator, seeds=seeds, bounds=self.bounds)
        first = len(points) if self.predicted is None else len(points) - len(self.predicted)
        if first == len(points):
            return [whole]
        assert self.predicted is not None
        known = replace(whole, points=points[first:].reset_index(drop=True), terms=terms[first:])
        predicted = self.predicted[None, :]
        prediction = Quantity(known.points, predicted, averages(len(known.points)), "exact")
        before = replace(whole, points=points[:first], terms=terms[:first])
        return [*([before] if first else []), known.predicted_by(prediction)]


def _component(
    fit: Callable[[np.ndarray], float | np.ndarray], place: int
) -> Callable[[np.ndarray], float]:
    return lambda curve: float(np.atleast_1d(fit(curve))[place])
