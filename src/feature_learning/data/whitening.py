"""Whitening of a sample by its own second moments."""

from __future__ import annotations

import numpy as np

from feature_learning.core.errors import UserError


def whitening_root(inputs: np.ndarray) -> np.ndarray:
    """Return the Cholesky factor L^T of ``X^T X / n = L L^T``: ``X L^-T`` has second moments exactly I.

    Parameters
    ----------
    inputs : (n, d)
        With n > d.

    Returns
    -------
    root : (d, d)
        Upper triangular.

    Raises
    ------
    UserError
        n <= d: second moments of so few samples have no inverse.

    Notes
    -----
    Any other root, such as the symmetric one, differs by a rotation. For a method that commutes with rotations the factor will do,
    and ``S X`` gives the same white sample as ``X`` up to that rotation, whatever the invertible S.
    """
    from scipy.linalg import cholesky

    n, d = inputs.shape
    if n <= d:
        raise UserError(f"whitening needs more samples than dimensions: n = {n}, d = {d}")
    return np.asarray(cholesky(inputs.T @ inputs / n, lower=True).T)


def whitened(inputs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return a sample with second moments exactly I, and the map that takes directions along; raises as `whitening_root` does.

    Parameters
    ----------
    inputs : (n, d)
        As in `whitening_root`.

    Returns
    -------
    white : (n, d)
        ``X L^-T``.
    root : (d, d)
        ``L^T``: ``white @ (root @ w)`` is ``inputs @ w``.
    """
    from scipy.linalg import solve_triangular

    root = whitening_root(inputs)
    return np.ascontiguousarray(solve_triangular(root.T, inputs.T, lower=True).T), root
