"""Ridge regression on features that stream by in chunks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from feature_learning.core.errors import UserError
from feature_learning.data.covariates import GaussianBatch
from feature_learning.training.second_layer import ridge, solve_regularised

Map = Callable[[np.ndarray], np.ndarray]


class NormalEquations:
    """``argmin sum (y - F c)^2 + penalty ||c||^2``, F added in chunks of rows.

    Parameters
    ----------
    n, width
        Shape of the whole F. With n >= width only ``F^T F`` and ``F^T y`` are kept; otherwise F itself, which is smaller.
    xp
        The array namespace.

    Notes
    -----
    Chunks may be float32; their products are added up and solved in float64.
    """

    def __init__(self, n: int, width: int, xp: Any = np) -> None:
        self._n, self._width, self._xp, self._seen = n, width, xp, 0
        self._sums: tuple[Any, Any] | None = None
        self._rows: list[tuple[Any, Any]] = []

    def add(self, features: Any, labels: Any) -> None:
        """Add rows of shape (chunk, width) with their labels (chunk,)."""
        self._seen += features.shape[0]
        labels = self._xp.asarray(labels, dtype=features.dtype)
        if self._n >= self._width:
            parts = features.T @ features, labels @ features
            if self._sums is None:
                self._sums = self._double(parts[0]), self._double(parts[1])
            else:
                for total, part in zip(self._sums, parts, strict=True):
                    total += part  # in place: a fresh array of width x width would cost as much as a part of the product
        else:
            self._rows.append((features, labels))

    def _double(self, array: Any) -> Any:
        return self._xp.asarray(array, dtype=self._xp.float64)

    def solve(self, penalty: float, width: int | None = None) -> Any:
        """Return the coefficients of the first `width` features (default: of all), shape (width,).

        Raises
        ------
        UserError
            The penalty is not positive, not all n rows have been added, or there are not so many features.
        """
        width = width or self._width
        if width > self._width:
            raise UserError(f"{width} of {self._width} features asked for")
        if self._seen != self._n:
            raise UserError(f"{self._seen} of {self._n} rows were added to the normal equations")
        if self._rows:
            features, labels = (self._double(self._xp.concat(parts)) for parts in zip(*self._rows, strict=True))
            return ridge(features[:, :width], labels, penalty, self._xp)
        assert self._sums is not None
        gram, projected = self._sums
        return solve_regularised(gram[:width, :width], projected[:width], penalty, self._xp)


def streamed_ridge(batch: GaussianBatch, features: Map, labels: Map, width: int, penalty: float) -> np.ndarray:
    """Return the ridge coefficients of features on a batch, shape (width,)."""
    equations = NormalEquations(batch.n, width)
    for x in batch:
        equations.add(features(x), labels(x))
    return equations.solve(penalty)


def streamed_error(batch: GaussianBatch, prediction: Map, labels: Map) -> float:
    """Return the mean squared error on a batch."""
    return sum(float(((labels(x) - prediction(x)).astype(float) ** 2).sum()) for x in batch) / batch.n
