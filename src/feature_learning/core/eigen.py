"""The largest eigenvalue, where the others are not wanted."""

from __future__ import annotations

from typing import Any

import numpy as np


def largest_eigenvalue(matrix: Any, xp: Any = np) -> float:
    """Return the largest eigenvalue of a positive semidefinite matrix, to five digits in single precision or better.

    Lanczos' method takes a tenth of the time of all eigenvalues. Outside of numpy, and for small matrices, all are computed.

    Parameters
    ----------
    matrix : (n, n)
        An array of the namespace.
    xp
        The array namespace.
    """
    if xp is not np or len(matrix) < 20:
        return float(xp.linalg.eigvalsh(matrix)[-1])
    from scipy.sparse.linalg import eigsh

    start = np.ones(len(matrix), matrix.dtype)  # otherwise a random one
    return float(eigsh(matrix, k=1, which="LA", tol=1e-6, v0=start, return_eigenvectors=False)[0])
