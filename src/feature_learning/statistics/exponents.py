"""Exponents and crossings of curves."""

import math

import numpy as np
import pandas as pd


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


def slope_per_seed(curves: pd.DataFrame) -> np.ndarray:
    """Return each seed's slope on logarithmic axes, shape (seeds,).

    Parameters
    ----------
    curves
        One row per seed and one column per point, whose names are the points, as from `by_seed`.

    Examples
    --------
    >>> slope_per_seed(pd.DataFrame({1.0: [1.0, 2.0], 10.0: [10.0, 200.0]})).round(12).tolist()
    [1.0, 2.0]
    """
    at = curves.columns.to_numpy(dtype=float)
    return np.array([loglog_slope(at, row) for row in curves.to_numpy()])


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


def loglog_crossing(x: np.ndarray, y: np.ndarray, level: float) -> float:
    """Return what `crossing` does, with ``log y`` instead of y.

    Parameters
    ----------
    x, y, level
        As in `crossing`; the level is positive. Before the crossing y may be of either sign.
    """
    with np.errstate(invalid="ignore", divide="ignore"):
        return crossing(x, np.log(y), math.log(level))
