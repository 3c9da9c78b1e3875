"""The largest eigenvalue, for callers that do not need the others."""

from __future__ import annotations

from typing import Any

import numpy as np


def largest_eigenvalue(matrix: Any, xp: Any = np) -> float:
    """Return the largest eigenvalue of a positive semidefinite matrix, to at least five digits in single precision.

    Lanczos' method takes a tenth of the time that all eigenvalues would take. For small matrices, and outside of numpy,
    all of them are computed.

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

    start = np.ones(len(matrix), matrix.dtype)  # the default start is random
    return float(eigsh(matrix, k=1, which="LA", tol=1e-6, v0=start, return_eigenvectors=False)[0])
