"""What a job costs before it runs, where no product of powers says it: the arithmetic of its kernels, in FLOPs.

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
    """

    flops: float
    bytes: float


def product(rows: float, inner: float, columns: float) -> float:
    """FLOPs of a matrix product (rows, inner) (inner, columns)."""
    return 2 * rows * inner * columns


def gram(rows: float, columns: float) -> float:
    """FLOPs of ``A.T @ A``, of which one triangle is computed, for A of shape (rows, columns)."""
    return rows * columns**2


def cholesky(size: float, sides: float = 1) -> float:
    """FLOPs of a positive definite system."""
    return size**3 / 3 + 2 * size**2 * sides


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
