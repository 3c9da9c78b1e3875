"""Kernel ridge regression: every ridge from one factorisation."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from feature_learning.core.errors import UserError


def ridge_path(gram: np.ndarray, labels: np.ndarray, penalties: Sequence[float]) -> np.ndarray:
    """Return ``(K + penalty I)^-1 y`` for many penalties from one eigendecomposition, or for a single one by a linear solve.

    Parameters
    ----------
    gram : (n, n)
        The kernel matrix of the sample, symmetric.
    labels : (n,) or (n, targets)
        One column a target: all share the decomposition.
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
    if len(penalties) == 1:  # ten times cheaper than the eigenvectors, which serve further penalties only
        system = gram.copy()
        np.fill_diagonal(system, system.diagonal() + penalties[0])
        return np.linalg.solve(system, labels)[..., None]
    values, vectors = np.linalg.eigh(gram)
    projected = vectors.T @ labels
    shrunk = 1 / (np.clip(values, 0, None)[:, None] + np.asarray(penalties))
    weighted = projected[..., None] * (shrunk if labels.ndim == 1 else shrunk[:, None, :])
    return np.tensordot(vectors, weighted, axes=1)


def ridge_each(gram: np.ndarray, labels: np.ndarray, penalties: Sequence[float]) -> np.ndarray:
    """Return what `ridge_path` returns, from one Cholesky factorisation a penalty.

    An eigendecomposition costs as much as some forty of these: for a few penalties this is the faster way.

    Parameters
    ----------
    gram, labels, penalties
        As in `ridge_path`; the matrix plus each penalty must be positive definite to rounding.

    Raises
    ------
    UserError
        A penalty is not positive.
    """
    if min(penalties) <= 0:
        raise UserError(f"kernel ridge needs positive penalties, not {min(penalties):g}")
    from scipy.linalg import cho_factor, cho_solve

    diagonal = np.arange(len(gram))
    solutions = []
    for penalty in penalties:
        shifted = gram.copy()
        shifted[diagonal, diagonal] += penalty
        solutions.append(cho_solve(cho_factor(shifted, lower=True, overwrite_a=True, check_finite=False), labels))
    return np.stack(solutions, axis=-1)
