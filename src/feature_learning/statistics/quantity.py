"""Quantities: numbers and curves that figures, claims and captions share."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal

import numpy as np
import pandas as pd

from feature_learning.core.errors import UserError
from feature_learning.statistics import exponents as formulas
from feature_learning.statistics.estimated import apart, intervals_of, lost, table_of
from feature_learning.statistics.intervals import LEVEL, Interval
from feature_learning.statistics.points import curves, labels, rows_at, rows_like, value_of
from feature_learning.statistics.terms import Term, averages, composed, jackknifed

Estimator = Literal["mean", "geometric mean", "root mean square", "median", "fraction", "exact"]
Operation = Callable[[Any, Any], Any]


@dataclass(frozen=True, eq=False)
class Quantity:
    """Values per seed at labelled points. Operations keep labels, pairing and prediction.

    Attributes
    ----------
    points
        One row per point and one column per coordinate; the grid may be ragged.
    values : (seeds, columns)
        One row per seed (one row in all for exact numbers). A value that is not finite diverged.
    terms : (points,)
        Each point as a formula of averages of the columns.
    estimator
        How seeds are averaged.
    experiment, seeds
        Where the rows come from; quantities that share both are paired.
    prediction
        An exact quantity, whose grid may be finer.
    bounds
        Where given, the intervals of all points from the values of all seeds, at a level: for what
        is not a formula of averages. No operation can be applied to it.
    symbols
        What coordinates are called in the names of points, where not by their own names.
    spans : (columns, 2), optional
        Of two experiments, the first row of each column's seeds and the row after the last.
    censored
        Whether an infinite value is a time that was not reached; otherwise it diverged.
    pool : (seeds, columns), optional
        The values of all points of the named quantity, up to factors. Their skewness is that of the
        interval of a mean, so a point has one interval wherever it appears.
    """

    points: pd.DataFrame
    values: np.ndarray
    terms: tuple[Term, ...]
    estimator: Estimator = "mean"
    experiment: str = ""
    seeds: tuple[object, ...] = (0,)
    prediction: Quantity | None = None
    bounds: Callable[[np.ndarray, float], Sequence[Interval]] | None = None
    symbols: Mapping[str, str] = field(default_factory=dict)
    spans: np.ndarray | None = None
    censored: bool = False
    pool: np.ndarray | None = None

    def pooled(self) -> Quantity:
        """Return the quantity with all its points as the pool of those that are taken from it."""
        return replace(self, pool=self.columns if self.direct else None)

    def averaged(self, estimator: Estimator) -> Quantity:
        """Return the quantity with another average over seeds."""
        return replace(self, estimator=estimator)

    def with_censored(self) -> Quantity:
        """Return the quantity with infinite values as times that were not reached."""
        return replace(self, censored=True)

    def predicted_by(self, prediction: Quantity | None) -> Quantity:
        """Return the quantity with another prediction."""
        return replace(self, prediction=prediction)

    def with_coordinate(self, **formulas: str) -> Quantity:
        """Return the quantity with further coordinates, formulas of those that it has."""
        added: Any = {name: self.points.eval(formula) for name, formula in formulas.items()}
        prediction = self.prediction and self.prediction.with_coordinate(**formulas)
        return replace(self, points=self.points.assign(**added), prediction=prediction)

    def renamed(self, **names: str) -> Quantity:
        """Return the quantity with other names of its coordinates: old ones by keyword."""
        prediction = self.prediction and self.prediction.renamed(**names)
        return replace(self, points=self.points.rename(columns=names), prediction=prediction)

    def at(self, **where: Any) -> Quantity:
        """Return the points with these coordinates; what does not exist is refused.

        Parameters
        ----------
        **where
            For each coordinate a value, which removes the coordinate; a list of values, which
            keeps it; ``"smallest"``, ``"middle"`` or ``"largest"``; or a condition.
        """
        found = self
        for name, wanted in where.items():
            value, prediction = value_of(found.points, name, wanted), found.prediction
            if prediction is not None and name in prediction.points:
                prediction = prediction._where(name, value)
            found = replace(found._where(name, value), prediction=prediction)
        return found

    def _where(self, name: str, wanted: Any) -> Quantity:
        found = self._chosen(rows_at(self.points, name, wanted))
        several = callable(wanted) or isinstance(wanted, list | tuple)
        return found if several else replace(found, points=found.points.drop(columns=name))

    def _chosen(self, rows: np.ndarray) -> Quantity:
        """Return some points, with the columns that they need."""
        terms = [self.terms[row] for row in rows]
        used = sorted({column for term in terms for column in term.columns})
        place = {column: index for index, column in enumerate(used)}
        moved = (Term(tuple(place[c] for c in term.columns), term.formula) for term in terms)
        points = self.points.iloc[rows].reset_index(drop=True)
        spans = None if self.spans is None else self.spans[used]
        values, found = self.values[:, used], tuple(moved)
        return replace(self, points=points, values=values, terms=found, spans=spans)

    def like(self, other: Quantity) -> Quantity:
        """Return this quantity at the points of another, matched on the coordinates of both."""
        if other.points is self.points:
            return self
        found = self._chosen(rows_like(self.points, other.points))
        return replace(found, points=other.points)

    def minus(self, other: Quantity | float | np.ndarray) -> Quantity:
        """Return the difference: in pairs by seed, or of two samples for two experiments."""
        return self._with(other, operator.sub)

    def over(self, other: Quantity | float | np.ndarray) -> Quantity:
        """Return the ratio, in pairs or of two samples as `minus` says."""
        return self._with(other, operator.truediv)

    def minus_prediction(self) -> Quantity:
        """Return the difference from the prediction."""
        return self._with(self.prediction, operator.sub)

    def over_prediction(self) -> Quantity:
        """Return the ratio to the prediction."""
        return self._with(self.prediction, operator.truediv)

    def inverse(self) -> Quantity:
        """Return one over the quantity."""
        return self._with(1.0, lambda value, one: one / value)

    def negative(self) -> Quantity:
        """Return the quantity with the opposite sign."""
        return self._with(0.0, lambda value, zero: zero - value)

    def absolute(self) -> Quantity:
        """Return the absolute value of each point's average."""
        return self.transformed(abs)

    def transformed(self, function: Callable[[Any], Any]) -> Quantity:
        """Return a function of each point's average, with that of the prediction."""
        prediction = self.prediction and self.prediction.transformed(function)
        terms = tuple(composed([term], function) for term in self.terms)
        return replace(self, terms=terms, prediction=prediction)

    def _with(self, other: Quantity | float | np.ndarray | None, operation: Operation) -> Quantity:
        if other is None:
            raise UserError("this quantity has no prediction")
        prediction = self.prediction
        if not isinstance(other, Quantity):
            if prediction is not None:
                wide = np.ndim(other) > 0
                prediction = (prediction.like(self) if wide else prediction)._with(other, operation)
            numbers = np.broadcast_to(other, len(self.points))
            return replace(self._mapped(operation, numbers), prediction=prediction)
        theirs, other = other if other.estimator == "exact" else other.prediction, other.like(self)
        prediction = prediction and theirs and prediction._with(theirs, operation)
        if other.estimator == "exact":
            numbers = np.array([one.estimate for one in other.intervals()])
            return replace(self._mapped(operation, numbers), prediction=prediction)
        if (other.experiment, other.seeds) != (self.experiment, self.seeds):
            mine, theirs = apart(self, other)
            return replace(mine._with(theirs, operation), prediction=prediction)
        if self.direct and other.direct and self.spans is None and other.direct:
            found = self._mapped(operation, other.columns)
            return replace(found, prediction=prediction, pool=None)
        right, pairs = self.values.shape[1], zip(self.terms, other.terms, strict=True)
        terms = tuple(composed([mine, its.moved(right)], operation) for mine, its in pairs)
        values, spans = np.hstack([self.values, other.values]), None
        if self.spans is not None and other.spans is not None:
            spans = np.vstack([self.spans, other.spans])
        found = replace(self, values=values, terms=terms, spans=spans)
        return replace(found, prediction=prediction, pool=None)

    def _mapped(self, operation: Operation, others: np.ndarray) -> Quantity:
        """Return the quantity after an operation with one number per point, or per value."""
        if self.direct:
            with np.errstate(invalid="ignore", divide="ignore"):
                values = operation(self.columns, others)
            keeps = operation is operator.sub or (
                operation is operator.truediv and np.min(others) > 0
            )
            pool = self.pool if keeps and self.estimator == "mean" else None
            return replace(self, values=values, terms=averages(len(self.terms)), pool=pool)
        terms = (
            composed([term], lambda value, other=other: operation(value, other))
            for term, other in zip(self.terms, others, strict=True)
        )
        return replace(self, terms=tuple(terms))

    def per_seed(self) -> Quantity:
        """Return the same formulas of each seed's values, to be averaged over seeds."""
        if self.spans is not None:
            raise UserError("the seeds of two experiments are not paired")
        rows = [[term(row[list(term.columns)]) for term in self.terms] for row in self.values]
        return replace(self, values=np.array(rows), terms=averages(len(self.terms)), pool=None)

    def exponent(self, of: str) -> Quantity:
        """Return the slope against a coordinate on logarithmic axes, at each of the others."""
        return self.along(of, formulas.loglog_slope)

    def crossing(self, of: str, level: float, scale: Literal["linear", "log"]) -> Quantity:
        """Return the first value of a coordinate at which the average rises to a level, NaN if it
        never does.

        Parameters
        ----------
        of, level
            The coordinate and the level.
        scale
            What is interpolated against the logarithm of the coordinate: the average, or its
            logarithm.
        """
        formula = formulas.crossing if scale == "linear" else formulas.loglog_crossing
        return self.along(of, lambda x, y: formula(x, y, level))

    def along(self, of: str, formula: Callable[[np.ndarray, np.ndarray], float]) -> Quantity:
        """Return a formula of a curve for each value of the other coordinates.

        Parameters
        ----------
        of, formula
            The coordinate x of the curves, and what takes x and the averages along it.
        """
        terms, first = [], []
        for rows in curves(self.points, of):
            x = self.points[of].to_numpy(dtype=float)[rows]
            group = [self.terms[row] for row in rows]
            terms.append(composed(group, lambda *y, x=x: formula(x, np.array(y))))
            first.append(rows[0])
        points = self.points.drop(columns=of).iloc[first].reset_index(drop=True)
        prediction = self.prediction and self.prediction.like(self).along(of, formula)
        return replace(self, points=points, terms=tuple(terms), prediction=prediction)

    @property
    def direct(self) -> bool:
        """True if each point is an average, and nothing is fitted."""
        return all(term.formula is None for term in self.terms)

    @property
    def columns(self) -> np.ndarray:
        """The values of direct points, shape (seeds, points)."""
        return self.values[:, [term.columns[0] for term in self.terms]]

    @property
    def diverged(self) -> int:
        """The number of seeds with a value that is not finite."""
        return int(lost(self).any(axis=1).sum())

    @property
    def fewest(self) -> int:
        """The number of seeds, of two experiments that of the one with fewer."""
        return len(self.values) if self.spans is None else int(np.diff(self.spans, axis=1).min())

    @property
    def labels(self) -> list[str]:
        """The points in words: ``batch = fresh, alpha = 0.2``."""
        return labels(self.points, self.symbols)

    def intervals(self, level: float = LEVEL, sizes: np.ndarray | float = 0.0) -> list[Interval]:
        """Return the estimate and the interval of each point.

        Parameters
        ----------
        level
            The coverage.
        sizes : (points,)
            The size of numbers that matters; seeds that differ by rounding alone agree.
        """
        return intervals_of(self, level, sizes)

    @cached_property
    def jackknife(self) -> list[tuple[float, list[np.ndarray]]]:
        """Each point's estimate, and for each experiment its estimates without one seed."""
        return [jackknifed(self.values, term, self.estimator, self.spans) for term in self.terms]

    def table(self, level: float = LEVEL) -> pd.DataFrame:
        """Return the points with their intervals, seeds and predictions: what figures draw."""
        return table_of(self, level)
