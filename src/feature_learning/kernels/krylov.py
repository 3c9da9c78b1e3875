"""Positive definite systems that differ by multiples of the identity, in one Krylov space.

The space of ``y, A y, A^2 y, ...`` is the same for ``A + s I`` with every s. Lanczos' recursion
gives an orthonormal basis V of it in which A is tridiagonal, ``A V = V T + (a rest)``. Then
``V (T + s I)^-1 V^T y`` is the iterate of conjugate gradients for every shift at once, at the cost
of one product with A per dimension. The remainder tells how far each iterate is from the solution.

Kernel matrices have few large eigenvalues, and ridges keep the others away from zero. So a few
hundred products do the work of a factorisation, which takes ``n^3/3``.
"""

import numpy as np

# The largest space has 64 dimensions or n/4; beyond that a factorisation is faster.
_LEAST, _SHARE = 64, 4


def shifted_solutions(
    matrix: np.ndarray, side: np.ndarray, shifts: np.ndarray, tolerance: float
) -> np.ndarray | None:
    """Return ``(A + s I)^-1 y`` for each shift s, shape (n, shifts).

    Returns None where too many products would be needed.

    Parameters
    ----------
    matrix : (n, n)
        Symmetric; only one triangle is read.
    side : (n,)
        y.
    shifts : (shifts,)
        s.
    tolerance
        Of the residuals' norms, relative to that of y.

    Raises
    ------
    LinAlgError
        A system is not positive definite.

    References
    ----------
    Frommer and Maass (1999), "Fast CG-based methods for Tikhonov-Phillips regularization", SIAM J.
    Sci. Comput. 20(5): conjugate gradients for all shifts in one Krylov space.
    """
    from scipy.linalg.blas import dsymv

    # Symmetric, so its own transpose. BLAS would copy part of a larger array, or single precision,
    # at every product.
    columns = np.ascontiguousarray(matrix, dtype=float).T
    n, norm = len(side), float(np.linalg.norm(side))
    if norm == 0:
        return np.zeros((n, len(shifts)))
    most = min(n, max(_LEAST, n // _SHARE))
    basis, beside = np.empty((most, n)), np.empty(most)
    basis[0] = side / norm
    # T + s I = L D L^T for every shift: D's entries, and L^-1 V^T y
    pivots, heads = np.empty((most, len(shifts))), np.empty((most, len(shifts)))
    for k in range(most):
        new = dsymv(1.0, columns, basis[k])
        along = basis[k] @ new
        pivots[k], heads[k] = along + shifts, norm
        new -= along * basis[k]
        if k:
            pivots[k] -= beside[k - 1] ** 2 / pivots[k - 1]
            heads[k] = -beside[k - 1] * heads[k - 1] / pivots[k - 1]
            new -= beside[k - 1] * basis[k - 1]
        if not (pivots[k] > 0).all():
            raise np.linalg.LinAlgError("the matrix is not positive definite")
        new -= (basis[: k + 1] @ new) @ basis[: k + 1]  # what rounding has left over
        beside[k] = np.linalg.norm(new)
        last = heads[k] / pivots[k]
        if beside[k] * np.abs(last).max() <= tolerance * norm:
            inside = np.empty((k + 1, len(shifts)))
            inside[k] = last
            for j in range(k - 1, -1, -1):
                inside[j] = (heads[j] - beside[j] * inside[j + 1]) / pivots[j]
            return np.asarray(basis[: k + 1].T @ inside)
        if k + 1 < most:
            basis[k + 1] = new / beside[k]
    return None
