"""Operations on single numbers in compiled code for the activations; `elementwise.Arrays` has them
for arrays.
"""

from math import erf, exp, log1p, tanh
from math import fabs as magnitude

import numba

__all__ = ["above", "at_least", "at_most", "erf", "exp", "log1p", "magnitude", "tanh"]


@numba.njit
def at_least(x: float, bound: float) -> float:
    """Return the larger of a number and a bound.

    Parameters
    ----------
    x, bound
        Numbers.
    """
    return max(x, bound)


@numba.njit
def at_most(x: float, bound: float) -> float:
    """Return the smaller of a number and a bound.

    Parameters
    ----------
    x, bound
        Numbers.
    """
    return min(x, bound)


@numba.njit
def above(x: float, bound: float) -> float:
    """Return 1 if a number is above a bound, else 0.

    Parameters
    ----------
    x, bound
        Numbers.
    """
    return 1.0 if x > bound else 0.0
