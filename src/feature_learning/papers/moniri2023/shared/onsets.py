"""The step size at which a learned fraction rises above a level."""

import math
from collections.abc import Callable

from feature_learning.core.errors import UserError

ONSET = 0.1
"""How much more of H_2 than without a step is learned where its learning is said to begin."""


_FIRST, _LAST = 30.0, 1e9  # the ends of the brackets that are tried


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
