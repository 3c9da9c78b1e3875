"""Exponents: slopes on logarithmic axes."""

import numpy as np


def loglog_slope(x: np.ndarray, y: np.ndarray) -> float:
    """Return the least-squares slope of ``log y`` against ``log x``.

    Parameters
    ----------
    x, y : (points,)
        Positive numbers.

    Examples
    --------
    >>> round(loglog_slope(np.array([1.0, 10.0, 100.0]), np.array([2.0, 0.2, 0.02])), 12)
    -1.0
    """
    at, values = np.log(x), np.log(y)
    at = at - at.mean()
    return float(at @ values / (at @ at))


def crossing(x: np.ndarray, y: np.ndarray, level: float) -> float:
    """Return the first x at which a rising curve reaches a level, interpolated in ``log x``; NaN if
    it never does.

    Parameters
    ----------
    x, y : (points,)
        The curve; x is positive and rising.
    level
        The level to reach.

    Examples
    --------
    >>> round(crossing(np.array([1.0, 100.0]), np.array([0.0, 1.0]), 0.5), 12)
    10.0
    """
    above = np.flatnonzero((y[1:] >= level) & (y[:-1] < level))
    if not above.size:
        return float("nan")
    at = int(above[0])
    share = (level - y[at]) / (y[at + 1] - y[at])
    return float(x[at] * (x[at + 1] / x[at]) ** share)
