"""Least squares on the second layer: ridge, a path of ridges from one factorisation, least norm."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from feature_learning.core.errors import UserError


def ridge(features: Any, labels: Any, penalty: float, xp: Any = np) -> Any:
    """Return ``argmin ||y - F a||^2 + penalty ||a||^2``.

    Parameters
    ----------
    features : (n, width)
    labels : (n,)
    penalty
        Positive; what is added to the diagonal of the Gram matrix.
    xp
        The array namespace.

    Returns
    -------
    coefficients : (width,)

    Raises
    ------
    UserError
        The penalty is not positive.

    Notes
    -----
    Solves in the smaller of the two dimensions: ``F^T F`` (width) or ``F F^T`` (n).
    """
    if penalty <= 0:
        raise UserError(f"ridge needs a positive penalty, not {penalty:g}; without one take the least-norm solution")
    n, width = features.shape
    if width <= n:
        return xp.linalg.solve(_regularised(features.T @ features, penalty, xp), features.T @ labels)
    return features.T @ xp.linalg.solve(_regularised(features @ features.T, penalty, xp), labels)


def _regularised(gram: Any, penalty: float, xp: Any) -> Any:
    diagonal = xp.arange(gram.shape[0])
    gram[diagonal, diagonal] += penalty
    return gram


def ridge_path(features: Any, labels: Any, penalties: Sequence[float], xp: Any = np) -> Any:
    """Return the ridge solutions for many penalties, from one eigendecomposition of the smaller Gram matrix.

    Parameters
    ----------
    features, labels, xp
        As in `ridge`.
    penalties
        Positive.

    Returns
    -------
    coefficients : (width, penalties)

    Raises
    ------
    UserError
        A penalty is not positive.
    """
    if min(penalties) <= 0:
        raise UserError(f"ridge needs positive penalties, not {min(penalties):g}")
    n, width = features.shape
    added = xp.asarray(np.asarray(penalties), device=features.device)
    primal = width <= n
    values, vectors = xp.linalg.eigh(features.T @ features if primal else features @ features.T)
    projected = vectors.T @ (features.T @ labels if primal else labels)
    solutions = vectors @ (projected[:, None] / (xp.clip(values, min=0)[:, None] + added[None, :]))
    return solutions if primal else features.T @ solutions


def least_norm(features: Any, labels: Any, xp: Any = np) -> Any:
    """Return the least-squares solution of least norm, for features of full rank.

    Parameters
    ----------
    features, labels, xp
        As in `ridge`.

    Returns
    -------
    coefficients : (width,)

    Notes
    -----
    By a QR factorisation of the features, whose condition number is not squared as in normal equations: near
    interpolation (width = n) that is what keeps the answer.
    """
    n, width = features.shape
    if width <= n:
        q, r = xp.linalg.qr(features)
        return xp.linalg.solve(r, q.T @ labels)
    q, r = xp.linalg.qr(features.T)
    return q @ xp.linalg.solve(r.T, labels)


class NormalEquations:
    """Ridge regression on features that arrive in batches: what is held does not grow with n.

    Parameters
    ----------
    xp
        The array namespace.

    Notes
    -----
    In the width's dimension, so for n above the width; below it take `ridge`, which holds less.
    """

    def __init__(self, xp: Any = np) -> None:
        self._xp = xp
        self._gram: Any = None
        self._moment: Any = None

    def add(self, features: Any, labels: Any) -> None:
        """Take in a batch: features (rows, width), labels (rows,)."""
        gram, moment = features.T @ features, features.T @ labels
        self._gram = gram if self._gram is None else self._gram + gram
        self._moment = moment if self._moment is None else self._moment + moment

    def solve(self, penalty: float) -> Any:
        """Return ``argmin ||y - F a||^2 + penalty ||a||^2`` over all batches, shape (width,).

        Raises
        ------
        UserError
            The penalty is not positive, or no batch was taken in.
        """
        if penalty <= 0 or self._gram is None:
            raise UserError(f"ridge needs data and a positive penalty, not {penalty:g}")
        return self._xp.linalg.solve(_regularised(self._xp.asarray(self._gram, copy=True), penalty, self._xp), self._moment)
