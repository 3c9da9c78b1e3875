"""Symmetric positive definite systems that differ in a multiple of the identity, all in one Krylov space.

The space of ``y, A y, A^2 y, ...`` is that of ``A + s I`` for every s. Lanczos' recursion gives an orthonormal basis V of it in
which A is tridiagonal, ``A V = V T + (a rest)``, and ``V (T + s I)^-1 V^T y`` are the conjugate gradients' iterates for every shift
at once (Frommer and Maass 1999), at the cost of one product with A a dimension. The rest tells how far each is from the solution.
Kernel matrices have few eigenvalues that stand out, and ridges keep the others from zero: some hundred products do where a
factorisation does ``n^3/3``.
"""

from __future__ import annotations

import numpy as np

_LEAST, _SHARE = 64, 4  # dimensions of the space, at least and as a share of n, beyond which a factorisation is the better way


def shifted_solutions(matrix: np.ndarray, side: np.ndarray, shifts: np.ndarray, tolerance: float) -> np.ndarray | None:
    """Return ``(A + s I)^-1 y`` for each shift s, shape (n, shifts), or None where too many products would be needed.

    Parameters
    ----------
    matrix : (n, n)
        Symmetric; only one triangle is read.
    side : (n,)
        y.
    shifts : (shifts,)
    tolerance
        Of the residuals' norms, relative to y's.

    Raises
    ------
    LinAlgError
        A system is not positive definite.
    """
    from scipy.linalg import solveh_banded
    from scipy.linalg.blas import dsymv

    columns = np.ascontiguousarray(matrix).T  # symmetric, so its own transpose; of a part of a larger one BLAS would make a copy a product
    n, norm = len(side), float(np.linalg.norm(side))
    if norm == 0:
        return np.zeros((n, len(shifts)))
    least = float(shifts.min())
    most = min(n, max(_LEAST, n // _SHARE))
    basis, diagonal, beside = np.empty((most, n)), np.empty(most), np.empty(most)
    basis[0], rest, pivot = side / norm, 1.0, 1.0
    for k in range(most):
        new = dsymv(1.0, columns, basis[k])
        diagonal[k] = basis[k] @ new
        new -= diagonal[k] * basis[k]
        if k:
            new -= beside[k - 1] * basis[k - 1]
        new -= (basis[: k + 1] @ new) @ basis[: k + 1]  # what rounding has left
        # The residual of the least shift, the slowest, by the pivots of T + s I
        pivot = diagonal[k] + least - (beside[k - 1] ** 2 / pivot if k else 0.0)
        if not pivot > 0:
            raise np.linalg.LinAlgError("the matrix is not positive definite")
        beside[k] = np.linalg.norm(new)
        rest *= beside[k] / pivot
        if rest <= tolerance:
            band = np.zeros((2, k + 1))
            band[1, :-1] = beside[:k]
            first = np.zeros(k + 1)
            first[0] = norm
            inside = []
            for shift in shifts:
                band[0] = diagonal[: k + 1] + shift
                inside.append(solveh_banded(band, first, lower=True, check_finite=False))
            return np.stack(inside, axis=-1).T.dot(basis[: k + 1]).T
        if k + 1 < most:
            basis[k + 1] = new / beside[k]
    return None
