"""The step size at which a learned fraction rises above a level."""

import math
from collections.abc import Callable

import numpy as np

from feature_learning.core.errors import UserError

ONSET = 0.1
"""How much more of H_2 than without a step is learned where its learning is said to begin."""


_FIRST, _LAST = 30.0, 1e9  # the ends of the brackets that are tried


def onset_of(etas: np.ndarray, rises: np.ndarray, level: float = ONSET) -> float:
    """Return the first step at which a curve reaches the level, by a line between logarithms; NaN
    if it never does.
    """
    above = np.flatnonzero((rises[1:] >= level) & (rises[:-1] < level))
    if not above.size:
        return float("nan")
    at = slice(int(above[0]), int(above[0]) + 2)
    if rises[at].min() <= 0:
        return float("nan")
    return float(np.exp(np.interp(np.log(level), np.log(rises[at]), np.log(etas[at]))))


def onset_step(rise: Callable[[float], float], level: float = ONSET) -> float:
    """Return the step size at which a predicted curve, which begins at 0, reaches the level.

    Parameters
    ----------
    rise
        The learned fraction minus the untrained one, against the step size.
    level
        The level.

    Raises
    ------
    UserError
        The curve is below the level up to the largest step size that is tried.
    """
    from scipy.optimize import brentq

    end = _FIRST
    while not rise(end) >= level:
        end *= 2
        if end > _LAST:
            raise UserError(
                f"the predicted rise of the learned fraction stays below {level:g} up to the step "
                f"size {_LAST:g}"
            )
    return math.exp(brentq(lambda x: rise(math.exp(x)) - level, 0.0, math.log(end)))
