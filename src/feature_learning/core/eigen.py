"""Parts of a symmetric eigendecomposition, where not all of it is wanted."""

from __future__ import annotations

from typing import Any

import numpy as np


def leading_vectors(matrix: Any, count: int, xp: Any = np) -> tuple[Any, Any]:
    """Return all eigenvalues of a symmetric matrix, and the eigenvectors of the largest few.

    One reduction to a tridiagonal matrix serves both; the other vectors, which it spares, cost as much again.

    Parameters
    ----------
    matrix : (n, n)
    count
        How many vectors, at most n.
    xp
        The array namespace; outside of numpy all vectors are computed.

    Returns
    -------
    values, vectors : (n,), (n, count)
        Ascending.
    """
    if xp is not np or len(matrix) < 3:
        values, vectors = xp.linalg.eigh(matrix)
        return values, vectors[:, -count:]
    from scipy.linalg import eigh_tridiagonal
    from scipy.linalg.lapack import dormqr, dsytrd, dsytrd_lwork

    n = len(matrix)
    reduced, diagonal, beside, scales, _ = dsytrd(matrix.T, lower=1, lwork=int(dsytrd_lwork(n, lower=1)[0]))
    values = eigh_tridiagonal(diagonal, beside, eigvals_only=True)
    _, vectors = eigh_tridiagonal(diagonal, beside, select="i", select_range=(n - count, n - 1))
    # The reflections of the reduction are those of a QR factorisation of all rows but the first
    turned, _, _ = dormqr("L", "N", reduced[1:, :-1], scales, vectors[1:], lwork=64 * count)
    return values, np.vstack([vectors[:1], turned])


def largest_eigenvalue(matrix: Any, xp: Any = np) -> float:
    """Return the largest eigenvalue of a positive semidefinite matrix (n, n), to five digits in single precision or better.

    By Lanczos' method, a tenth of the cost of all eigenvalues; outside of numpy, and of small matrices, these are computed.
    """
    if xp is not np or len(matrix) < 20:
        return float(xp.linalg.eigvalsh(matrix)[-1])
    from scipy.sparse.linalg import eigsh

    start = np.ones(len(matrix), matrix.dtype)  # else a random one
    return float(eigsh(matrix, k=1, which="LA", tol=1e-6, v0=start, return_eigenvectors=False)[0])
