"""Exponents: slopes on logarithmic axes."""

from __future__ import annotations

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
    return float(np.polyfit(np.log(x), np.log(y), 1)[0])
