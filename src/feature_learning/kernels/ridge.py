"""Kernel ridge regression with several ridges."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from feature_learning.core.errors import UserError
from feature_learning.kernels.banded import shifted_solutions

# One reduction to a band matrix serves all ridges, and costs as much as some five Cholesky factorisations.
_MANY = 6


def kernel_ridge(gram: np.ndarray, labels: np.ndarray, penalties: Sequence[float]) -> np.ndarray:
    """Return ``(K + penalty I)^-1 y`` for each penalty: a factorisation each, or one reduction for all where they are many.

    Parameters
    ----------
    gram : (n, n)
        The kernel matrix of the sample, symmetric and positive semidefinite to rounding.
    labels : (n,) or (n, targets)
        One column a target: all share the factorisation.
    penalties
        Positive; what is added to the diagonal.

    Returns
    -------
    coefficients : (n, penalties) or (n, targets, penalties)
        The prediction at new points is their kernel matrix with the sample times these.

    Raises
    ------
    UserError
        A penalty is not positive.
    """
    if min(penalties) <= 0:
        raise UserError(f"kernel ridge needs positive penalties, not {min(penalties):g}")
    try:
        if len(penalties) < _MANY:
            return _by_cholesky(gram, labels, penalties)
        solutions = shifted_solutions(gram, labels.reshape(len(labels), -1), np.asarray(penalties))
        return solutions.reshape(*labels.shape, len(penalties))
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
        # Symmetric, so its own transpose; LAPACK wants columns and would copy rows
        solutions.append(cho_solve(cho_factor(shifted.T, lower=True, overwrite_a=True, check_finite=False), labels))
    return np.stack(solutions, axis=-1)
