"""Ridge regression on features that stream by in chunks."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from feature_learning.core.errors import UserError
from feature_learning.data.covariates import GaussianBatch
from feature_learning.training.second_layer import ridge

Map = Callable[[np.ndarray], np.ndarray]


class NormalEquations:
    """``argmin sum (y - F c)^2 + penalty ||c||^2``, F added in chunks of rows.

    Parameters
    ----------
    n, width
        Shape of the whole F. With n >= width only ``F^T F`` and ``F^T y`` are kept; otherwise F itself, which is smaller.

    Notes
    -----
    Chunks may be float32; their products are added up and solved in float64.
    """

    def __init__(self, n: int, width: int) -> None:
        self._n, self._width, self._seen = n, width, 0
        self._primal = n >= width
        self._gram, self._projected = np.zeros((width, width) if self._primal else (0, 0)), np.zeros(width)
        self._rows: list[np.ndarray] = []
        self._labels: list[np.ndarray] = []

    def add(self, features: np.ndarray, labels: np.ndarray) -> None:
        """Add rows of shape (chunk, width) with their labels (chunk,)."""
        self._seen += len(features)
        if self._primal:
            self._gram += features.T @ features
            self._projected += labels.astype(features.dtype) @ features
        else:
            self._rows.append(features)
            self._labels.append(labels)

    def solve(self, penalty: float, width: int | None = None) -> np.ndarray:
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
        if not self._primal:
            return ridge(np.concatenate(self._rows)[:, :width].astype(float), np.concatenate(self._labels).astype(float), penalty)
        if penalty <= 0:
            raise UserError(f"ridge needs a positive penalty, not {penalty:g}")
        gram = self._gram[:width, :width].copy()
        gram[np.diag_indices(width)] += penalty
        return np.linalg.solve(gram, self._projected[:width])


def streamed_ridge(batch: GaussianBatch, features: Map, labels: Map, width: int, penalty: float) -> np.ndarray:
    """Return the ridge coefficients of features on a batch, shape (width,)."""
    equations = NormalEquations(batch.n, width)
    for x in batch:
        equations.add(features(x), labels(x))
    return equations.solve(penalty)


def streamed_error(batch: GaussianBatch, prediction: Map, labels: Map) -> float:
    """Return the mean squared error on a batch."""
    return sum(float(((labels(x) - prediction(x)).astype(float) ** 2).sum()) for x in batch) / batch.n
