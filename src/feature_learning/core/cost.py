"""What a job will cost where a product of powers cannot say it: the arithmetic of its kernels, in FLOPs.

Work that is bound by memory, by a slow function or by the interpreter counts as the FLOPs of a matrix
product that takes as long on one core. These weights come from timings and have one digit; the calibrated
rate of each experiment absorbs the rest. Only the standard library is imported, because the workflow reads
this module while it is parsed.
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
        Floating-point operations, weighted as described above.
    bytes
        The arrays that it holds at the same time.
    """

    flops: float
    bytes: float


def product(rows: float, inner: float, columns: float) -> float:
    """Return the FLOPs of a matrix product.

    Parameters
    ----------
    rows, inner, columns
        The factors have shapes (rows, inner) and (inner, columns).
    """
    return 2 * rows * inner * columns


def gram(rows: float, columns: float) -> float:
    """Return the FLOPs of ``A.T @ A``, of which only one triangle is computed.

    Parameters
    ----------
    rows, columns
        The shape of A.
    """
    return rows * columns**2


def cholesky(size: float, sides: float = 1) -> float:
    """Return the FLOPs of solving a positive definite system.

    Parameters
    ----------
    size
        The number of unknowns.
    sides
        The number of right-hand sides.
    """
    return size**3 / 3 + 2 * size**2 * sides


def passes(entries: float, times: float = 1) -> float:
    """Return the FLOPs of elementwise passes over an array.

    Parameters
    ----------
    entries
        The size of the array.
    times
        The number of passes.
    """
    return _PASS * entries * times


def functions(entries: float, times: float = 1) -> float:
    """Return the FLOPs of elementwise transcendental functions (tanh, erf, exp, arccos).

    Parameters
    ----------
    entries
        The size of the array.
    times
        How many functions are applied to it.
    """
    return _FUNCTION * entries * times


def normals(entries: float) -> float:
    """Return the FLOPs of drawing normal random numbers."""
    return _NORMAL * entries


def online_sgd(width: float, d: float, steps: float, replicas: float = 1) -> float:
    """Return the FLOPs of online SGD in blocks of steps.

    Parameters
    ----------
    width
        The number of neurons.
    d
        The dimension.
    steps
        The number of steps, each on one sample.
    replicas
        The number of independent runs; all of them are counted.
    """
    block = max(8.0, min(96.0, (450_000 / width) ** 0.5))
    sample = 2 * product(width, d, 1) + product(block, d, 1) + passes(width, 15 + block / 2) + normals(d)
    return steps * (replicas * (sample + 5 * CALL / block) + 30 * CALL / block)


def gaussian_overlaps(width: float, directions: float, steps: float, replicas: float = 1) -> float:
    """Return the FLOPs of online SGD that is followed in its overlaps with a teacher.

    Parameters
    ----------
    width
        The number of neurons.
    directions
        The number of the teacher's directions.
    steps
        The number of steps, each on one sample.
    replicas
        The number of independent runs; all of them are counted.
    """
    return steps * replicas * (normals(width + directions + 5) + functions(width + directions) + passes(width * (width + directions), 6))
