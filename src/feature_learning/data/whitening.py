"""Whitening of a sample by its own second moments."""

import numpy as np

from feature_learning.core.errors import UserError


def whitening_root(inputs: np.ndarray) -> np.ndarray:
    """Return the Cholesky factor L^T of ``X^T X / n = L L^T``.

    The second moments of ``X L^-T`` are exactly I.

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
        n <= d. The second moments of so few samples have no inverse.

    References
    ----------
    Derived here: ``L^-1 (X^T X/n) L^-T = I``. Any other root, such as the symmetric one, differs by
    a rotation, which does not matter to a method that commutes with rotations. For any invertible
    S, the sample ``X S`` gives the same white sample as X up to a rotation.
    """
    from scipy.linalg import cholesky

    n, d = inputs.shape
    if n <= d:
        raise UserError(f"whitening needs more samples than dimensions: n = {n}, d = {d}")
    return np.asarray(cholesky(inputs.T @ inputs / n, lower=True).T)


def whitened(inputs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return a sample with second moments exactly I, and the map that takes directions along.

    Parameters
    ----------
    inputs : (n, d)
        As in `whitening_root`.

    Returns
    -------
    white : (n, d)
        ``X L^-T``.
    root : (d, d)
        ``L^T``; ``white @ (root @ w)`` is ``inputs @ w``.

    Raises
    ------
    UserError
        n <= d.
    """
    from scipy.linalg import solve_triangular

    root = whitening_root(inputs)
    return np.ascontiguousarray(solve_triangular(root.T, inputs.T, lower=True).T), root
