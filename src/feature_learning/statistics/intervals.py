"""Confidence intervals over seeds: means, geometric means, root mean squares, medians, fractions
and fitted numbers. Verdicts take their means from `feature_learning.statistics.means`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.special import bdtr, betaincinv, expit, logit, stdtrit

from feature_learning.statistics.skewness import quantiles, skewness

LEVEL = 0.95
SEEDS_FOR_AN_INTERVAL = 3
SEEDS_FOR_A_FIT = 5
# Fits that differ by less, relative to 1 or to their size if that is larger, differ by rounding
# alone.
_ROUNDING = 1e-12


@dataclass(frozen=True)
class Interval:
    """An estimate and its confidence interval.

    Attributes
    ----------
    estimate
        The estimate.
    low, high
        The ends of the interval; they are infinite if the seeds do not bound the estimate.
    """

    estimate: float
    low: float
    high: float

    @classmethod
    def exact(cls, value: float) -> Interval:
        """Return the interval of a computed number, which has no sampling error."""
        return cls(value, value, value)

    @classmethod
    def unbounded(cls, estimate: float) -> Interval:
        """Return the interval of an estimate that the seeds do not bound."""
        return cls(estimate, -math.inf, math.inf)


def mean(values: np.ndarray, level: float = LEVEL) -> Interval:
    """Return Student's interval of a mean: a figure's error bar.

    It is exact for normal seeds and too short on one side for skewed ones. Of seeds that all agree
    it has no width.

    Parameters
    ----------
    values : (seeds,)
        One number per seed; a diverged seed (not finite) leaves the mean unbounded.
    level
        The coverage.
    """
    values = np.asarray(values, dtype=float)
    finite = values[np.isfinite(values)]
    estimate = float(finite.mean()) if finite.size else math.nan
    if finite.size < len(values) or len(values) < SEEDS_FOR_AN_INTERVAL:
        return Interval.unbounded(estimate)
    half = stdtrit(len(values) - 1, (1 + level) / 2) * finite.std(ddof=1) / math.sqrt(len(values))
    return Interval(estimate, float(estimate - half), float(estimate + half))


def geometric_mean(values: np.ndarray, level: float = LEVEL) -> Interval:
    """Return the interval of a geometric mean: Student's, in log units.

    For positive quantities with a heavy tail, whose arithmetic means Student's interval covers
    badly.

    Parameters
    ----------
    values : (seeds,)
        One positive number per seed. A seed that diverged, or a number that is not positive, leaves
        the interval unbounded.
    level
        The coverage.

    References
    ----------
    Derived here: Student's interval of the mean logarithm, transformed back. It is exact where the
    logarithm is normal.
    """
    values = np.asarray(values, dtype=float)
    with np.errstate(divide="ignore", invalid="ignore"):
        found = mean(np.log(values), level)
    return Interval(math.exp(found.estimate), math.exp(found.low), math.exp(found.high))


def root_mean_square(values: np.ndarray, level: float = LEVEL) -> Interval:
    """Return the interval of the root of the mean square; its ends are positive.

    Parameters
    ----------
    values : (seeds,)
        One number per seed. A diverged seed (not finite) leaves the interval unbounded.
    level
        The coverage.

    References
    ----------
    Derived here: Student's interval of the mean square ``m``, carried to the logarithm of its root
    by the derivative ``1/(2 m)`` and back by the exponential.
    """
    found = mean(np.square(np.asarray(values, dtype=float)), level)
    root, half = math.sqrt(found.estimate), found.high - found.estimate
    if not math.isfinite(half) or half == 0:
        return Interval(root, -math.inf if half else root, math.inf if half else root)
    factor = math.exp(half / (2 * found.estimate))
    return Interval(root, root / factor, root * factor)


def bounded_mean(values: np.ndarray, level: float = LEVEL) -> Interval:
    """Return the interval of the mean of a quantity between 0 and 1; its ends stay between them.

    Parameters
    ----------
    values : (seeds,)
        One number per seed, from 0 to 1. A diverged seed leaves the mean unbounded.
    level
        The coverage.

    References
    ----------
    Derived here: Student's interval of the mean, carried to logit units by the derivative
    ``1 / (m (1 - m))`` at the mean ``m`` and back by the logistic function.
    """
    found = mean(values, level)
    centre, half = found.estimate, found.high - found.estimate
    if not math.isfinite(half) or half == 0:
        return found
    around = float(logit(centre)), half / (centre * (1 - centre))
    low, high = (float(expit(around[0] + sign * around[1])) for sign in (-1, 1))
    return Interval(centre, low, high)


def median(values: np.ndarray, level: float = LEVEL) -> Interval:
    """Return the interval of a median between two order statistics, exact for every continuous law.

    Parameters
    ----------
    values : (seeds,)
        One number per seed. A diverged seed may lie on either side, so NaN widens the interval at
        both ends.
    level
        The least coverage. At 95 % it takes six seeds.
    """
    values = np.asarray(values, dtype=float)
    lowest, ordered = (
        np.sort(np.where(np.isnan(values), end, values)) for end in (-np.inf, np.inf)
    )
    count = len(ordered)
    # Of k = 0, 1, .. the largest whose order statistics k and count-1-k still cover.
    ranks = [k for k in range(count // 2) if 2 * bdtr(k, count, 0.5) <= 1 - level]
    if not ranks or count < SEEDS_FOR_AN_INTERVAL:
        return Interval.unbounded(float(np.median(ordered)))
    return Interval(
        float(np.median(ordered)), float(lowest[ranks[-1]]), float(ordered[count - 1 - ranks[-1]])
    )


def fraction(values: np.ndarray, level: float = LEVEL) -> Interval:
    """Return the exact interval of the fraction of seeds for which a statement holds.

    It covers at least at its level for every fraction. Wilson's interval is shorter, but near 0 and
    1 one of its ends errs more often than it should: all of three seeds hold one time in eight
    where the fraction is one half, and Wilson's one-sided bound then says 0.53.

    Parameters
    ----------
    values : (seeds,)
        Truth values (0 or 1); a diverged seed (not finite) counts as 0.
    level
        The least coverage.

    References
    ----------
    C. J. Clopper and E. S. Pearson, The use of confidence or fiducial limits, Biometrika 26 (1934).
    """
    count, holds = len(values), int((np.asarray(values, dtype=float) == 1).sum())
    if count < SEEDS_FOR_AN_INTERVAL:
        return Interval.unbounded(holds / count)
    tail = (1 - level) / 2
    low = float(betaincinv(holds, count - holds + 1, tail)) if holds else 0.0
    high = float(betaincinv(holds + 1, count - holds, 1 - tail)) if holds < count else 1.0
    return Interval(holds / count, low, high)


def fitted(
    curves: np.ndarray, fit: Callable[[np.ndarray], float], level: float = LEVEL
) -> Interval:
    """Return the interval, over seeds, of a number fitted to a mean curve: the jackknife's, with
    Student's t corrected for the skewness of the pseudo-values.

    The correction matters where the spread grows along the curve, as that of an exponent does whose
    last point is noisy. `benchmarks/error_rates.py` simulates such curves.

    Parameters
    ----------
    curves : (seeds, points)
        One curve per seed.
    fit
        Takes the mean curve ``(points,)`` and returns the number.
    level
        The coverage. The interval is unbounded with fewer than five seeds, with a diverged seed,
        and where leaving seeds out changes nothing (beyond rounding): either the seeds all agree,
        or the number, a rank correlation of 1 say, is at an end of its range.

    References
    ----------
    J. W. Tukey, Bias and confidence in not-quite large samples, Ann. Math. Stat. 29 (1958). For the
    correction `feature_learning.statistics.skewness.quantiles`.
    """
    return jackknife_interval(*jackknife(curves, fit), level)


def jackknife(curves: np.ndarray, fit: Callable[[np.ndarray], float]) -> tuple[float, np.ndarray]:
    """Return a number fitted to a mean curve, and the same without one seed each.

    Parameters
    ----------
    curves : (seeds, points)
        One curve per seed.
    fit
        Takes the mean curve ``(points,)`` and returns the number.

    Returns
    -------
    estimate
        NaN if all seeds diverged.
    without : (seeds,)
        Empty with fewer than five seeds or a diverged one.
    """
    finite = curves[np.isfinite(curves).all(axis=1)]
    count, estimate = len(curves), float(fit(finite.mean(axis=0))) if len(finite) else math.nan
    if count < SEEDS_FOR_A_FIT or len(finite) < count:
        return estimate, np.empty(0)
    total = curves.sum(axis=0)
    # Samples drawn with replacement, as `power` tries, have most curves several times.
    fits = {
        key: fit((total - curve) / (count - 1))
        for key, curve in {curve.tobytes(): curve for curve in curves}.items()
    }
    return estimate, np.array([fits[curve.tobytes()] for curve in curves])


def jackknife_interval(estimate: float, without: np.ndarray, level: float) -> Interval:
    """Return the interval of a fitted number; see `fitted`.

    Parameters
    ----------
    estimate, without : float, (seeds,)
        What `jackknife` returns.
    level
        The coverage.
    """
    count = len(without)
    if not count:
        return Interval.unbounded(estimate)
    error = math.sqrt((count - 1) / count * float(((without - without.mean()) ** 2).sum()))
    if not math.isfinite(error) or np.ptp(without) <= _ROUNDING * max(1.0, abs(estimate)):
        return Interval.unbounded(estimate)
    # A pseudo-value rises where the fit without its seed falls.
    low, high = quantiles(float(skewness(-without[:, None])[0]), count, level)
    return Interval(estimate, estimate - high * error, estimate - low * error)


def fitted_logarithm(
    curves: np.ndarray, fit: Callable[[np.ndarray], float], level: float = LEVEL
) -> Interval:
    """Return the interval of a positive number fitted to a mean curve, such as a threshold: that of
    `fitted`, in log units.

    Parameters
    ----------
    curves, level
        As in `fitted`.
    fit
        Takes the mean curve and returns the logarithm of the number.

    References
    ----------
    Derived here: the jackknife's interval of the logarithm, transformed back.
    """
    found = fitted(curves, fit, level)
    low, high = np.exp([found.low, found.high])
    return Interval(float(np.exp(found.estimate)), float(low), float(high))
