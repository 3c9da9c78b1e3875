"""The largest eigenvalue or singular value, for callers that do not need the others."""

import math
from typing import Any

import numpy as np


def largest_eigenvalue(matrix: Any, xp: Any = np) -> float:
    """Return the largest eigenvalue of a positive semidefinite matrix, to at least five digits in
    single precision.

    Lanczos' method takes a tenth of the time that all eigenvalues would take. For small matrices,
    and outside of numpy, all of them are computed.

    Parameters
    ----------
    matrix : (n, n)
        An array of the namespace.
    xp
        The array namespace.
    """
    if xp is not np or len(matrix) < 20 or not matrix.any():  # Lanczos fails on zeros
        return float(xp.linalg.eigvalsh(matrix)[-1])
    from scipy.sparse.linalg import eigsh

    start = np.ones(len(matrix), matrix.dtype)  # the default start is random
    return float(eigsh(matrix, k=1, which="LA", tol=1e-6, v0=start, return_eigenvectors=False)[0])


def largest_singular_value(matrix: Any, xp: Any = np) -> float:
    """Return the largest singular value of a matrix, to at least three digits.

    Lanczos' method takes some tens of products with the matrix. For small matrices, and outside of
    numpy, the smaller Gram matrix is diagonalised.

    Parameters
    ----------
    matrix : (n, m)
        An array of the namespace.
    xp
        The array namespace.
    """
    rows, columns = matrix.shape
    if xp is not np or min(rows, columns) < 20 or not matrix.any():
        gram = matrix.T @ matrix if columns <= rows else matrix @ matrix.T
        return math.sqrt(max(float(xp.linalg.eigvalsh(gram)[-1]), 0.0))
    from scipy.sparse.linalg import LinearOperator, eigsh

    gram = LinearOperator(
        (columns, columns), matvec=lambda v: matrix.T @ (matrix @ v), dtype=matrix.dtype
    )
    start = np.ones(columns, matrix.dtype)
    return math.sqrt(
        max(
            float(eigsh(gram, k=1, which="LA", tol=1e-4, v0=start, return_eigenvectors=False)[0]),
            0.0,
        )
    )
