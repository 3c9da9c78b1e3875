"""Quantiles and tails that every figure needs, from the standard library: importing SciPy's takes longer than drawing the points."""

from __future__ import annotations

import functools
import math
from statistics import NormalDist


@functools.cache
def student(degrees: int, level: float) -> float:
    """Return the t with ``P(|T| < t) = level`` of Student's law.

    Parameters
    ----------
    degrees
        Degrees of freedom, at least 1.
    level
        Between 0 and 1.

    Notes
    -----
    With ``t = sqrt(degrees) tan(angle)`` the probability is a finite sum of powers of the angle's cosine (Abramowitz and Stegun,
    26.7.3 and 26.7.4), and it grows with the angle, which is bisected.

    Examples
    --------
    >>> round(student(4, 0.95), 6), round(student(9, 0.99), 6)
    (2.776445, 3.249836)
    """
    low, high = 0.0, math.pi / 2
    while low < (middle := (low + high) / 2) < high:
        low, high = (middle, high) if _within(degrees, middle) < level else (low, middle)
    return math.sqrt(degrees) * math.tan(low)


def _within(degrees: int, angle: float) -> float:
    """``P(|T| < sqrt(degrees) tan(angle))``."""
    cosine, odd = math.cos(angle), degrees % 2
    term, total = (cosine if odd else 1.0), 0.0
    for power in range(odd, degrees - 1, 2):
        total += term
        term *= (power + 1) / (power + 2) * cosine**2
    total *= math.sin(angle)
    return 2 / math.pi * (angle + total) if odd else total


def wilson(holds: int, count: int, level: float) -> tuple[float, float]:
    """Return the ends of Wilson's interval of a probability, after `holds` successes in `count` trials.

    They are the p with ``|holds/count - p| = z sqrt(p (1 - p)/count)``, z the normal quantile of the level (Wilson, 1927).

    Examples
    --------
    >>> low, high = wilson(8, 10, 0.95)
    >>> round(low, 4), round(high, 4)
    (0.4902, 0.9433)
    """
    z2 = NormalDist().inv_cdf((1 + level) / 2) ** 2
    middle, half = holds + z2 / 2, math.sqrt(z2 * (holds * (count - holds) / count + z2 / 4))
    # At no or all successes an end is 0 or 1, which rounding may miss
    low = 0.0 if holds == 0 else (middle - half) / (count + z2)
    high = 1.0 if holds == count else (middle + half) / (count + z2)
    return low, high


def fair_tail(largest: int, count: int) -> float:
    """Return the probability of at most `largest` heads in `count` throws of a fair coin.

    Examples
    --------
    >>> fair_tail(1, 4)
    0.3125
    """
    return sum(math.comb(count, heads) for heads in range(largest + 1)) / 2**count
