"""What a job costs before it runs: the arithmetic of the kernels that dominate, in FLOPs.

Work that is bound by memory, by a slow function or by the interpreter counts as the FLOPs of a matrix product that takes
as long on one core (weights to one digit, from timings; an experiment's own rate, which is calibrated, absorbs the rest).
Only the standard library is imported: the workflow reads this while it is parsed.
"""

from __future__ import annotations

from dataclasses import dataclass

CALL = 4e4
"""One call of an array library on a few numbers."""
_PASS, _FUNCTION, _NORMAL = 10.0, 60.0, 100.0


@dataclass(frozen=True)
class Cost:
    """What ``train`` costs at one (setting, seed).

    Attributes
    ----------
    flops
        Floating-point operations, weighted as above.
    bytes
        The arrays that it holds at once.
    gpu
        Whether its products run on the device of the configuration.
    """

    flops: float
    bytes: float
    gpu: bool = False


def product(rows: float, inner: float, columns: float) -> float:
    """FLOPs of a matrix product (rows, inner) (inner, columns)."""
    return 2 * rows * inner * columns


def gram(rows: float, columns: float) -> float:
    """FLOPs of ``A.T @ A``, of which one triangle is computed, for A of shape (rows, columns)."""
    return rows * columns**2


def solve(size: float, sides: float = 1) -> float:
    """FLOPs of a linear system by LU."""
    return 2 / 3 * size**3 + 2 * size**2 * sides


def cholesky(size: float, sides: float = 1) -> float:
    """FLOPs of a positive definite system."""
    return size**3 / 3 + 2 * size**2 * sides


def shifted(size: float, shifts: int, sides: float = 1) -> float:
    """FLOPs of positive definite systems that differ in a multiple of the identity: a Krylov space a side costs about a factorisation."""
    return min(shifts, sides) * cholesky(size) + 4 * size**2 * shifts * sides


def eigenvectors(size: float) -> float:
    """FLOPs of a symmetric eigendecomposition; half of it are products with vectors, at the speed of memory."""
    return 25 * size**3


def eigenvalues(size: float) -> float:
    """FLOPs of symmetric eigenvalues alone."""
    return 6 * size**3


def orthogonal(rows: float, columns: float) -> float:
    """FLOPs of a QR decomposition with its orthogonal factor."""
    return 8 * max(rows, columns) * min(rows, columns) ** 2


def ridge(rows: float, columns: float) -> float:
    """FLOPs of ridge regression in the smaller of both dimensions."""
    return gram(max(rows, columns), min(rows, columns)) + solve(min(rows, columns))


def passes(entries: float, times: float = 1) -> float:
    """Elementwise passes over an array."""
    return _PASS * entries * times


def functions(entries: float, times: float = 1) -> float:
    """Elementwise transcendental functions (tanh, erf, exp, arccos)."""
    return _FUNCTION * entries * times


def normals(entries: float) -> float:
    """Normal random numbers drawn."""
    return _NORMAL * entries


def online_sgd(width: float, d: float, steps: float, replicas: float = 1) -> float:
    """FLOPs of online SGD in blocks: what `steps` single samples cost in all replicas."""
    block = max(8.0, min(96.0, (450_000 / width) ** 0.5))
    sample = 2 * product(width, d, 1) + product(block, d, 1) + passes(width, 15 + block / 2) + normals(d)
    return steps * (replicas * (sample + 5 * CALL / block) + 30 * CALL / block)


def gaussian_overlaps(width: float, directions: float, steps: float, replicas: float = 1) -> float:
    """FLOPs of online SGD followed in its overlaps with a teacher of so many directions."""
    return steps * replicas * (normals(width + directions + 5) + functions(width + directions) + passes(width * (width + directions), 6))
