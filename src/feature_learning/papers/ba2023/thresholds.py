"""The strength of the spike at which a fraction reaches one half, and that at which a risk falls
below 1/4, one criterion for all methods.
"""

import math
from collections.abc import Callable, Sequence

import numpy as np
from scipy.optimize import brentq
from scipy.special import logit

REACH = 2e5
"""The largest d at which samples are drawn; beyond it they are replaced by their law."""
LEVEL = 0.25
"""The risk of what counts as learned; that of nothing is 1."""

_LEAST = 1e-9  # fractions are kept this far from 0 and 1


def half(
    curve: Callable[[float], float], low: float, high: float, precision: float = 1e-9
) -> float:
    """Return the theta at which a rising curve reaches one half, NaN where it does not; ln theta is
    sought between low and high.
    """

    def height(log_theta: float) -> float:
        return float(log_odds(curve(math.exp(log_theta))))

    if not height(low) < 0 < height(high):
        return math.nan
    return math.exp(brentq(height, low, high, xtol=precision))


def half_by(curve: Callable[[float], float], d: float) -> float:
    """Return the theta at which a rising curve reaches one half, between ``e^-3`` and
    ``d^1.2``.
    """
    return half(curve, -3.0, 1.2 * math.log(d), 1e-7)


def log_odds(fraction: np.ndarray | float) -> np.ndarray:
    """Return the logit of fractions, which are kept off 0 and 1."""
    return np.asarray(logit(np.clip(fraction, _LEAST, 1 - _LEAST)))


def learned_at(gammas: Sequence[float] | np.ndarray, risks: np.ndarray) -> float:
    """Return the last gamma at which a curve falls below `LEVEL`, interpolated in the logarithm of
    the risk; NaN where it does not.

    Examples
    --------
    >>> round(learned_at([0.4, 0.6], np.array([0.5, 0.125])), 12)
    0.5
    """
    heights = np.log(risks) - math.log(LEVEL)
    falls = np.flatnonzero((heights[:-1] > 0) & (heights[1:] <= 0))
    if not falls.size:
        return math.nan
    at = int(falls[-1])
    share = heights[at] / (heights[at] - heights[at + 1])
    return float(gammas[at] + share * (gammas[at + 1] - gammas[at]))
