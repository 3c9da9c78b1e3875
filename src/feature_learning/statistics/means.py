"""Means over seeds at the points of a claim, with intervals that hold for skewed seeds."""

import math

import numpy as np

from feature_learning.statistics.intervals import LEVEL, SEEDS_FOR_AN_INTERVAL, Interval
from feature_learning.statistics.skewness import quantiles, skewness

# Seeds agree if they differ by less than this fraction of themselves, or of the size that matters.
_ROUNDING = 1e-12


def means(
    observed: np.ndarray,
    level: float = LEVEL,
    sizes: np.ndarray | float = 0.0,
    skewed: float | None = None,
) -> list[Interval]:
    """Return the interval of the mean at each point: Student's, corrected for skewness.

    One skewness serves for all points, the mean of theirs, because with one each the noise of the
    most skewed of many points would decide. So points of one call should be the same quantity.

    Parameters
    ----------
    observed : (seeds, points)
        One number per seed and point. A diverged seed (not finite) leaves its point unbounded.
        Seeds that all agree do so as well: a mean is then bounded by what it rests on not varying,
        which such seeds cannot tell from varying rarely. Twelve of them say that 22 % at most of
        all seeds differ, and not by how much.
    level
        The coverage.
    sizes : (points,)
        The size of numbers that matters at each point. Seeds that differ by rounding alone, seen
        from it, agree.
    skewed
        The skewness, where it is that of more points; see `common_skewness`.

    References
    ----------
    See `feature_learning.statistics.skewness.quantiles`. That no interval can hold for every law:
    R. R. Bahadur and L. J. Savage, The nonexistence of certain statistical procedures in
    nonparametric problems, Ann. Math. Stat. 27 (1956).
    """
    return _bounded(observed, observed, level, sizes, skewed)


def geometric_means(
    observed: np.ndarray,
    level: float = LEVEL,
    sizes: np.ndarray | float = 0.0,
    skewed: float | None = None,
) -> list[Interval]:
    """Return the interval of the geometric mean at each point: that of `means`, in log units.

    Parameters
    ----------
    observed, level, sizes, skewed
        As in `means`. A number that is not positive leaves its point unbounded as well.

    References
    ----------
    Derived here: the interval of the mean logarithm, transformed back.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        found = _bounded(np.log(observed), observed, level, sizes, skewed)
    return [
        Interval(math.exp(one.estimate), math.exp(one.low), math.exp(one.high)) for one in found
    ]


def _bounded(
    values: np.ndarray,
    observed: np.ndarray,
    level: float,
    sizes: np.ndarray | float,
    skewed: float | None,
) -> list[Interval]:
    """Return the intervals of the means of `values`, which are the observed numbers or functions of
    them.
    """
    finite, count = np.isfinite(values), len(values)
    estimates = [
        float(column[kept].mean()) if kept.any() else math.nan
        for column, kept in zip(values.T, finite.T, strict=True)
    ]
    found = [Interval.unbounded(estimate) for estimate in estimates]
    if count < SEEDS_FOR_AN_INTERVAL:
        return found
    bounded = finite.all(axis=0) & _varying(observed, sizes)
    if not bounded.any():
        return found
    kept = values[:, bounded]
    if skewed is None:
        skewed = float(np.nanmean(skewness(kept)))
    low, high = quantiles(skewed, count, level)
    errors = kept.std(axis=0, ddof=1) / math.sqrt(count)
    for point, error in zip(np.flatnonzero(bounded), errors, strict=True):
        at = estimates[point]
        found[point] = Interval(at, float(at - high * error), float(at - low * error))
    return found


def common_skewness(values: np.ndarray) -> float | None:
    """Return the mean skewness of all columns whose numbers are finite and vary; None without any.

    Parameters
    ----------
    values : (seeds, columns)
        Numbers of one quantity.
    """
    varying = _varying(values)
    if len(values) < SEEDS_FOR_AN_INTERVAL or not varying.any():
        return None
    return float(np.nanmean(skewness(values[:, varying])))


def _varying(observed: np.ndarray, sizes: np.ndarray | float = 0.0) -> np.ndarray:
    """Return which columns are finite and differ between seeds by more than rounding."""
    with np.errstate(invalid="ignore"):
        scale = np.maximum(np.abs(observed).max(axis=0), sizes)
        different = np.ptp(observed, axis=0) > _ROUNDING * scale
    return np.asarray(np.isfinite(observed).all(axis=0) & different)
