"""Kernel ridge regression with several ridges."""

from collections.abc import Sequence

import numpy as np

from feature_learning.core.errors import UserError
from feature_learning.kernels.krylov import shifted_solutions


def kernel_ridge(
    gram: np.ndarray, labels: np.ndarray, penalties: Sequence[float], tolerance: float = 1e-8
) -> np.ndarray:
    """Return ``(K + penalty I)^-1 y`` for each penalty.

    Parameters
    ----------
    gram : (n, n)
        The kernel matrix of the sample, symmetric and positive semidefinite up to rounding.
    labels : (n,) or (n, targets)
        One column per target.
    penalties
        Positive; each is added to the diagonal.
    tolerance
        The largest norm of a residual, relative to that of y.

    Returns
    -------
    coefficients : (n, penalties) or (n, targets, penalties)
        The prediction at new points is their kernel matrix with the sample times these.

    Raises
    ------
    UserError
        A penalty is not positive.

    Notes
    -----
    One Krylov space per target serves all penalties. There are two exceptions. If there are no more
    penalties than targets, or if the smallest penalty is so small that the space would have to be
    large, each penalty gets its own Cholesky factorisation. If rounding outweighs the smallest
    penalty, all share an eigendecomposition.

    References
    ----------
    Scholkopf and Smola (2002), "Learning with kernels": the representer theorem, by which the
    minimum of ``sum (y - f)^2 + penalty |f|^2`` has these coefficients. `shifted_solutions` has the
    numerics.
    """
    if min(penalties) <= 0:
        raise UserError(f"kernel ridge needs positive penalties, not {min(penalties):g}")
    columns, found = labels.reshape(len(labels), -1), []
    try:
        # One target's space costs about as much as a factorisation.
        if len(penalties) <= columns.shape[1]:
            return _by_cholesky(gram, labels, penalties)
        for column in columns.T:
            solutions = shifted_solutions(gram, column, np.asarray(penalties), tolerance)
            if solutions is None:
                return _by_cholesky(gram, labels, penalties)
            found.append(solutions)
        return np.stack(found, axis=1).reshape(*labels.shape, len(penalties))
    except np.linalg.LinAlgError:  # rounding outweighs the smallest penalty
        pass
    values, vectors = np.linalg.eigh(gram)
    projected = vectors.T @ labels
    shrunk = 1 / (np.clip(values, 0, None)[:, None] + np.asarray(penalties))
    weighted = projected[..., None] * (shrunk if labels.ndim == 1 else shrunk[:, None, :])
    return np.tensordot(vectors, weighted, axes=1)


def _by_cholesky(gram: np.ndarray, labels: np.ndarray, penalties: Sequence[float]) -> np.ndarray:
    from scipy.linalg import cho_factor, cho_solve

    diagonal = np.arange(len(gram))
    solutions = []
    for penalty in penalties:
        shifted = gram.copy()
        shifted[diagonal, diagonal] += penalty
        # Symmetric, so its own transpose: LAPACK wants columns and would copy rows
        solutions.append(
            cho_solve(
                cho_factor(shifted.T, lower=True, overwrite_a=True, check_finite=False), labels
            )
        )
    return np.stack(solutions, axis=-1)
