"""Least squares on the second layer: ridge, a path of ridges from one factorisation, least norm."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from feature_learning.core.errors import UserError
from feature_learning.kernels.ridge import kernel_ridge

_LARGE = 200  # from this size on `kernel_ridge` is faster than an eigendecomposition


def ridge(features: Any, labels: Any, penalty: float, xp: Any = np) -> Any:
    """Return ``argmin ||y - F a||^2 + penalty ||a||^2``.

    Parameters
    ----------
    features : (n, width)
        F.
    labels : (n,) or (n, targets)
        y.
    penalty
        Positive; what is added to the diagonal of the Gram matrix.
    xp
        The array namespace.

    Returns
    -------
    coefficients : (width,) or (width, targets)

    Raises
    ------
    UserError
        The penalty is not positive.

    Notes
    -----
    Solves in the smaller of the two dimensions, with ``F^T F`` (width) or ``F F^T`` (n), and in
    double precision even if the features are float32.

    References
    ----------
    Hoerl and Kennard (1970), "Ridge regression", Technometrics 12(1):
    ``(F^T F + penalty I)^-1 F^T y``, which is also ``F^T (F F^T + penalty I)^-1 y``.
    """
    n, width = features.shape
    if width <= n:
        return solve_regularised(features.T @ features, features.T @ labels, penalty, xp)
    return features.T @ solve_regularised(features @ features.T, labels, penalty, xp)


def solve_regularised(gram: Any, projected: Any, penalty: float, xp: Any = np) -> Any:
    """Return ``(G + penalty I)^-1 v``.

    Parameters
    ----------
    gram : (width, width)
        G.
    projected : (width,) or (width, targets)
        v.
    penalty
        Positive.
    xp
        The array namespace.

    Raises
    ------
    UserError
        The penalty is not positive.
    """
    if penalty <= 0:
        raise UserError(
            f"ridge needs a positive penalty, not {penalty:g}; without one take the least-norm "
            "solution"
        )
    gram, projected = (
        xp.asarray(array, dtype=xp.float64, copy=True) for array in (gram, projected)
    )
    diagonal = xp.arange(gram.shape[0], device=gram.device)
    gram[diagonal, diagonal] += penalty
    return solve_positive(gram, projected, xp)


def solve_positive(gram: Any, projected: Any, xp: Any = np) -> Any:
    """Return ``G^-1 v`` for a symmetric positive definite G.

    Parameters
    ----------
    gram : (width, width)
        G.
    projected : (width,) or (width, columns)
        v.
    xp
        The array namespace.

    Notes
    -----
    Cholesky's factorisation does half the work of Gauss's. The latter takes over on a CUDA device,
    and where rounding has made G indefinite.
    """
    if xp is np:
        from scipy.linalg import LinAlgError, cho_factor, cho_solve

        try:
            # Symmetric, so its own transpose: LAPACK wants columns
            return cho_solve(
                cho_factor(gram.T, lower=True, check_finite=False), projected, check_finite=False
            )
        except LinAlgError:
            pass
    return xp.linalg.solve(gram, projected)


def solve_triangular(upper: Any, projected: Any, xp: Any = np) -> Any:
    """Return ``R^-1 v`` for an upper triangular R.

    Parameters
    ----------
    upper : (width, width)
        R.
    projected : (width,) or (width, columns)
        v.
    xp
        The array namespace. A CUDA device treats R like any other matrix.
    """
    if xp is np:
        from scipy.linalg import solve_triangular as by_substitution

        return by_substitution(upper, projected, check_finite=False)
    return xp.linalg.solve(upper, projected)


def ridge_path(features: Any, labels: Any, penalties: Sequence[float], xp: Any = np) -> Any:
    """Return the ridge solutions for many penalties, from the smaller Gram matrix.

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

    Notes
    -----
    Large matrices go to `kernel_ridge`, small ones get an eigendecomposition.
    """
    if min(penalties) <= 0:
        raise UserError(f"ridge needs positive penalties, not {min(penalties):g}")
    n, width = features.shape
    primal = width <= n
    gram, projected = (
        (features.T @ features, features.T @ labels) if primal else (features @ features.T, labels)
    )
    if xp is np and len(gram) >= _LARGE:
        solutions = kernel_ridge(gram, projected, penalties)
    else:
        added = xp.asarray(np.asarray(penalties), device=features.device)
        values, vectors = xp.linalg.eigh(gram)
        solutions = vectors @ (
            (vectors.T @ projected)[:, None] / (xp.clip(values, min=0)[:, None] + added[None, :])
        )
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
    It comes from a QR factorisation of the features, whose condition number is not squared as in
    normal equations. Near interpolation (width = n) this is what keeps the answer accurate.
    """
    n, width = features.shape
    if width <= n:
        r, rotated = triangle(features, labels, xp)
        return solve_triangular(r, rotated, xp)
    q, r = xp.linalg.qr(features.T)
    return q @ xp.linalg.solve(r.T, labels)


def triangle(features: Any, labels: Any, xp: Any = np) -> tuple[Any, Any]:
    """Return R and ``Q^T y`` of ``F = Q R``, width <= n.

    Parameters
    ----------
    features, labels, xp
        As in `ridge`.

    References
    ----------
    Derived here: of the triangle of F and y side by side, the last columns are ``Q^T y``.
    """
    width = features.shape[1]
    both = xp.concat([features, labels.reshape(len(labels), -1)], axis=1)
    r: Any = np.linalg.qr(both, mode="r") if xp is np else xp.linalg.qr(both)[1]
    return r[:width, :width], r[:width, width:].reshape(width, *labels.shape[1:])
