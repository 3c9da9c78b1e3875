"""Quantities from plain arrays, as the judge takes them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pandas as pd

from feature_learning.statistics.points import NAME
from feature_learning.statistics.quantity import Estimator, Quantity
from feature_learning.statistics.terms import Term, averages


def sample(
    values: np.ndarray,
    names: Sequence[str],
    predicted: Sequence[float] | np.ndarray | None = None,
    *,
    estimator: Estimator = "mean",
    fit: Callable[[np.ndarray], float] | None = None,
) -> list[Quantity]:
    """Return one quantity, as what a claim is about.

    Parameters
    ----------
    values : (seeds, points)
        One number per seed and point. Under a fit, the seeds' curves.
    names
        The names of the points.
    predicted : (points,), optional
        The predictions.
    estimator
        How seeds are averaged.
    fit
        What is fitted to the mean curve, where the quantity has one point.
    """
    values = np.asarray(values, dtype=float)
    points = pd.DataFrame({NAME: list(names)})
    terms = averages(len(points))
    if fit is not None:
        terms = (Term(tuple(range(values.shape[1])), fit),)
    found = Quantity(points, values, terms, estimator, seeds=tuple(range(len(values))))
    if predicted is None:
        return [found]
    expected = np.asarray(predicted, dtype=float)[None, :]
    return [found.predicted_by(Quantity(points, expected, averages(len(points)), "exact"))]


def computed(values: Sequence[float] | np.ndarray, names: Sequence[str]) -> list[Quantity]:
    """Return numbers without sampling error, shape (points,), as what a claim is about."""
    return sample(np.asarray(values)[None, :], names, estimator="exact")
