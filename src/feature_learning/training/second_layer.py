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
    Solves in the smaller of the two dimensions: ``F^T F`` (width) or ``F F^T`` (n); in double precision, also where the features
    are float32.
    """
    n, width = features.shape
    if width <= n:
        return solve_regularised(features.T @ features, features.T @ labels, penalty, xp)
    return features.T @ solve_regularised(features @ features.T, labels, penalty, xp)


def solve_regularised(gram: Any, projected: Any, penalty: float, xp: Any = np) -> Any:
    """Return ``(G + penalty I)^-1 v`` for G (width, width) and v (width,); raises as `ridge` does."""
    if penalty <= 0:
        raise UserError(f"ridge needs a positive penalty, not {penalty:g}; without one take the least-norm solution")
    gram, projected = (xp.asarray(array, dtype=xp.float64, copy=True) for array in (gram, projected))
    diagonal = xp.arange(gram.shape[0], device=gram.device)
    gram[diagonal, diagonal] += penalty
    if xp is np:
        from scipy.linalg import cho_factor, cho_solve

        try:
            # Symmetric, so its own transpose; LAPACK wants columns and would copy rows. A copy, for what comes if it fails
            return cho_solve(cho_factor(gram.copy().T, lower=True, overwrite_a=True, check_finite=False), projected, check_finite=False)
        except np.linalg.LinAlgError:  # rounding outweighs the penalty, or numbers are not finite
            pass
    return xp.linalg.solve(gram, projected)


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
