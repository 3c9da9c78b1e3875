"""What the formulas of the activations call, for one number in compiled code; `elementwise.Arrays` has the same for arrays."""

from math import erf, exp, log1p, tanh
from math import fabs as magnitude

import numba

__all__ = ["above", "at_least", "at_most", "erf", "exp", "log1p", "magnitude", "tanh"]


@numba.njit
def at_least(x: float, bound: float) -> float:
    """Return the larger of both."""
    return max(x, bound)


@numba.njit
def at_most(x: float, bound: float) -> float:
    """Return the smaller of both."""
    return min(x, bound)


@numba.njit
def above(x: float, bound: float) -> float:
    """Return 1 above the bound, else 0."""
    return 1.0 if x > bound else 0.0
