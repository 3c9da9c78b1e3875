"""Least squares on the first columns of one feature matrix.

Many widths and penalties together cost little more than one.
"""

from typing import Any

import numpy as np

from feature_learning.core.errors import UserError
from feature_learning.training.second_layer import solve_positive, solve_triangular, triangle


class NestedLeastSquares:
    """``argmin ||y - F[:, :width] a||^2 + penalty ||a||^2`` for growing widths.

    Parameters
    ----------
    features : (n, widest)
        Widths are numbers of leading columns.
    labels : (n,) or (n, targets)
        One column per target; all share the factorisations.
    xp
        The array namespace.

    Notes
    -----
    Up to n columns, all widths share one Gram matrix (its leading blocks) and, without a penalty,
    one QR factorisation (its leading triangles), whose condition number is not squared. Beyond n,
    each wider solution adds the new columns' part to the n x n Gram matrix. That matrix is well
    conditioned there, except just above n.

    References
    ----------
    Golub and Van Loan (2013), "Matrix computations": least squares by QR and by normal equations.
    Derived here: the leading triangle of R belongs to the leading columns of F.
    """

    def __init__(self, features: Any, labels: Any, xp: Any = np) -> None:
        self._features, self._labels, self._xp = features, labels, xp
        self._n = features.shape[0]
        narrow = features[:, : self._n]
        self._gram = narrow.T @ narrow
        self._projected = narrow.T @ labels
        self._triangle: tuple[Any, Any] | None = None
        self._outer, self._outer_width = (
            narrow @ narrow.T if features.shape[1] > self._n else None,
            narrow.shape[1],
        )

    def solve(self, width: int, penalty: float) -> Any:
        """Return the coefficients, shape (width,) or (width, targets).

        They are those of least norm if the penalty is 0.

        Parameters
        ----------
        width
            How many leading columns.
        penalty
            Added to the sum of squares, not negative.

        Raises
        ------
        UserError
            `width` exceeds the number of features, or is above n and below that of an earlier call;
            or the penalty is negative.
        """
        if not 0 < width <= self._features.shape[1] or penalty < 0:
            raise UserError(
                f"no solution at width {width} of {self._features.shape[1]} with penalty "
                f"{penalty:g}"
            )
        if width > self._n:
            outer = self._grown(width)
            return self._features[:, :width].T @ solve_positive(
                _plus_diagonal(outer, penalty, self._xp), self._labels, self._xp
            )
        if penalty > 0:
            gram = _plus_diagonal(self._gram[:width, :width], penalty, self._xp)
            return solve_positive(gram, self._projected[:width], self._xp)
        if self._triangle is None:
            self._triangle = triangle(self._features[:, : self._n], self._labels, self._xp)
        r, rotated = self._triangle
        return solve_triangular(r[:width, :width], rotated[:width], self._xp)

    def _grown(self, width: int) -> Any:
        if width < self._outer_width:
            raise UserError(
                f"widths beyond n = {self._n} must not shrink: {width} after {self._outer_width}"
            )
        added = self._features[:, self._outer_width : width]
        self._outer, self._outer_width = self._outer + added @ added.T, width
        return self._outer


def _plus_diagonal(gram: Any, penalty: float, xp: Any) -> Any:
    return gram + penalty * xp.eye(gram.shape[0], dtype=gram.dtype, device=gram.device)
