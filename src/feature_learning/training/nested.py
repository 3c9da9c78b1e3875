"""Least squares on the first columns of one feature matrix, for many widths and penalties at little more than one cost."""

from __future__ import annotations

from typing import Any

import numpy as np

from feature_learning.core.errors import UserError
from feature_learning.training.second_layer import solve_regularised


class NestedLeastSquares:
    """``argmin ||y - F[:, :width] a||^2 + penalty ||a||^2`` for growing widths.

    Parameters
    ----------
    features : (n, widest)
        Widths are numbers of leading columns.
    labels : (n,)
    xp
        The array namespace.

    Notes
    -----
    Up to n columns, all widths share one Gram matrix (its leading blocks) and, without a penalty, one QR
    factorisation (its leading triangles), whose condition number is not squared. Beyond, the n x n Gram matrix grows by
    the new columns' part; there it is well conditioned, except just above n.
    """

    def __init__(self, features: Any, labels: Any, xp: Any = np) -> None:
        self._features, self._labels, self._xp = features, labels, xp
        self._n = features.shape[0]
        narrow = features[:, : self._n]
        self._gram = narrow.T @ narrow
        self._projected = narrow.T @ labels
        self._triangle: tuple[Any, Any] | None = None
        self._outer, self._outer_width = narrow @ narrow.T if features.shape[1] > self._n else None, narrow.shape[1]

    def solve(self, width: int, penalty: float) -> Any:
        """Return the coefficients, shape (width,); of least norm where the penalty is 0.

        Raises
        ------
        UserError
            The width exceeds the features or falls below that of an earlier call beyond n, or the penalty is negative.
        """
        if not 0 < width <= self._features.shape[1] or penalty < 0:
            raise UserError(f"no solution at width {width} of {self._features.shape[1]} with penalty {penalty:g}")
        if width > self._n:
            return self._features[:, :width].T @ self._solved(self._grown(width), self._labels, penalty)
        if penalty > 0:
            return self._solved(self._gram[:width, :width], self._projected[:width], penalty)
        if self._triangle is None:
            q, r = self._xp.linalg.qr(self._features[:, : self._n])
            self._triangle = r, q.T @ self._labels
        r, rotated = self._triangle
        return self._xp.linalg.solve(r[:width, :width], rotated[:width])

    def _solved(self, gram: Any, labels: Any, penalty: float) -> Any:
        return solve_regularised(gram, labels, penalty, self._xp) if penalty else self._xp.linalg.solve(gram, labels)

    def _grown(self, width: int) -> Any:
        if width < self._outer_width:
            raise UserError(f"widths beyond n = {self._n} must not shrink: {width} after {self._outer_width}")
        added = self._features[:, self._outer_width : width]
        self._outer, self._outer_width = self._outer + added @ added.T, width
        return self._outer
