"""Symmetric systems that differ in a multiple of the identity, all from one reduction to a band matrix.

With ``A = Q B Q^T``, Q orthogonal and B of a small bandwidth, ``(A + s I)^-1 = Q (B + s I)^-1 Q^T``, and a system in B costs next
to nothing. The reduction is 4/3 n^3 multiplications and additions, four times those of a Cholesky factorisation and nearly all in
matrix products. An eigendecomposition goes on to a diagonal matrix, at many times that cost.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

_WIDTH = 96  # products with fewer columns are slower; a wider band costs more to solve


@dataclass(frozen=True)
class _Reflections:
    """The product of Householder reflections ``Q = I - V T V^T`` on the rows from `start` on."""

    start: int
    v: np.ndarray
    inverse: np.ndarray  # of T, upper triangular

    @classmethod
    def of(cls, start: int, factored: np.ndarray, scales: np.ndarray) -> _Reflections:
        """Return them in compact form, from LAPACK's QR factorisation; a scale of zero is no reflection."""
        v = np.tril(factored[:, : len(scales)], -1)
        np.fill_diagonal(v, 1)
        v[:, scales == 0] = 0
        # T^-1 + T^-T = V^T V (Puglisi 1992)
        return cls(start, v, np.triu(v.T @ v, 1) + np.diag(1 / np.where(scales == 0, 1, scales)))

    def scaled(self, rows: np.ndarray, *, transposed: bool) -> np.ndarray:
        """Return T or its transpose times some rows."""
        from scipy.linalg import solve_triangular

        return np.asarray(solve_triangular(self.inverse, rows, trans=1 if transposed else 0, check_finite=False))

    def apply(self, columns: np.ndarray, *, transposed: bool) -> None:
        """Multiply columns of length n by Q or its transpose, in place."""
        rows = columns[self.start :]
        rows -= self.v @ self.scaled(self.v.T @ rows, transposed=transposed)


def shifted_solutions(matrix: np.ndarray, sides: np.ndarray, shifts: np.ndarray) -> np.ndarray:
    """Return ``(A + s I)^-1 y`` for each right side y and shift s, shape (n, sides, shifts).

    Parameters
    ----------
    matrix : (n, n)
        Symmetric.
    sides : (n, sides)
    shifts : (shifts,)

    Raises
    ------
    LinAlgError
        A system is not positive definite.
    """
    from scipy.linalg import solveh_banded

    band, reflections = _banded(matrix)
    turned = sides.astype(float)
    for one in reflections:
        one.apply(turned, transposed=True)
    solutions = np.empty((*sides.shape, len(shifts)))
    for number, shift in enumerate(shifts):
        shifted = band.copy()
        shifted[0] += shift
        solutions[..., number] = solveh_banded(shifted, turned, lower=True, overwrite_ab=True, check_finite=False)
    columns = solutions.reshape(len(sides), -1)
    for one in reversed(reflections):
        one.apply(columns, transposed=False)
    return columns.reshape(solutions.shape)


def _banded(matrix: np.ndarray) -> tuple[np.ndarray, list[_Reflections]]:
    """Return the band matrix, its diagonals below one another from the main one on, and Q as reflections, the first to the left."""
    from scipy.linalg.blas import dsymm, dsyr2k
    from scipy.linalg.lapack import dgeqrf

    n, reflections = len(matrix), []
    band, diagonals = np.zeros((_WIDTH + 1, n)), np.arange(_WIDTH + 1)[:, None]
    rest = matrix.T  # what is still dense; of symmetric matrices LAPACK reads one half
    for start in range(0, n, _WIDTH):
        count = min(_WIDTH, n - start)
        panel = np.zeros((2 * _WIDTH, count))
        panel[:count] = np.tril(rest[:count, :count])
        if count < len(rest):
            factored, scales, _, _ = dgeqrf(np.asfortranarray(rest[count:, :count]))
            panel[count : count + len(scales)] = np.triu(factored[: len(scales)])
            one = _Reflections.of(start + count, factored, scales)
            # Q^T A Q = A - V Z^T - Z V^T, which a rank-2 update does in one half
            rest = np.asfortranarray(rest[count:, count:])
            moved = one.scaled(dsymm(1.0, rest, one.v, lower=1).T, transposed=True).T
            moved -= one.v @ one.scaled(one.v.T @ moved, transposed=True) / 2
            rest = dsyr2k(-1.0, one.v, moved, beta=1.0, c=rest, lower=1, overwrite_c=1)
            reflections.append(one)
        band[:, start : start + count] = panel[diagonals + np.arange(count), np.arange(count)]
    return band, reflections
