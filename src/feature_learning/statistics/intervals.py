"""Confidence intervals over seeds: means, geometric means, medians, fractions and fitted numbers."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.special import bdtr, betaincinv, stdtrit

LEVEL = 0.95
SEEDS_FOR_AN_INTERVAL = 3
SEEDS_FOR_A_FIT = 5
SEEDS_FOR_A_BOOTSTRAP = 10
_RESAMPLES = 4000
_BATCH = 500  # resamples at once: averaging them one at a time takes longer than most fits


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
    """Return Student's interval of a mean.

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

    For positive quantities with a heavy tail, whose arithmetic means Student's interval covers badly.

    Parameters
    ----------
    values : (seeds,)
        One positive number per seed. A seed that diverged, or a number that is not positive, leaves the interval unbounded.
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


def median(values: np.ndarray, level: float = LEVEL) -> Interval:
    """Return the interval of a median between two order statistics, exact for every continuous law.

    Parameters
    ----------
    values : (seeds,)
        One number per seed. A diverged seed may lie on either side, so NaN widens the interval at both ends.
    level
        The least coverage. At 95 % it takes six seeds.
    """
    values = np.asarray(values, dtype=float)
    lowest, ordered = (np.sort(np.where(np.isnan(values), end, values)) for end in (-np.inf, np.inf))
    count = len(ordered)
    # Of k = 0, 1, .. the largest whose order statistics k and count-1-k still cover.
    ranks = [k for k in range(count // 2) if 2 * bdtr(k, count, 0.5) <= 1 - level]
    if not ranks or count < SEEDS_FOR_AN_INTERVAL:
        return Interval.unbounded(float(np.median(ordered)))
    return Interval(float(np.median(ordered)), float(lowest[ranks[-1]]), float(ordered[count - 1 - ranks[-1]]))


def fraction(values: np.ndarray, level: float = LEVEL) -> Interval:
    """Return the exact interval of the fraction of seeds for which a statement holds.

    It covers at least at its level for every fraction. Wilson's interval is shorter, but near 0 and 1 one of its ends errs more
    often than it should: all of three seeds hold one time in eight where the fraction is one half, and Wilson's one-sided
    bound then says 0.53.

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


def fitted(curves: np.ndarray, fit: Callable[[np.ndarray], float], level: float = LEVEL) -> Interval:
    """Return the interval, over seeds, of a number fitted to a mean curve.

    From ten seeds on it is the bias-corrected accelerated bootstrap's. From five to nine seeds it is the jackknife's with
    Student's t, because so few seeds have too few different resamples.

    Parameters
    ----------
    curves : (seeds, points)
        One curve per seed.
    fit
        Takes the mean curve ``(points,)`` and returns the number.
    level
        The coverage. With fewer than five seeds, or a diverged seed, the interval is unbounded.

    References
    ----------
    B. Efron, Better bootstrap confidence intervals, J. Am. Stat. Assoc. 82 (1987). J. W. Tukey, Bias and confidence in
    not-quite large samples, Ann. Math. Stat. 29 (1958), for the jackknife with Student's t.
    """
    finite = curves[np.isfinite(curves).all(axis=1)]
    estimate = float(fit(finite.mean(axis=0))) if len(finite) else math.nan
    if len(curves) < SEEDS_FOR_A_FIT or len(finite) < len(curves):
        return Interval.unbounded(estimate)
    if len(curves) < SEEDS_FOR_A_BOOTSTRAP:
        return _jackknife(curves, fit, estimate, level)
    return _bootstrap(curves, fit, estimate, level)


def _jackknife(curves: np.ndarray, fit: Callable[[np.ndarray], float], estimate: float, level: float) -> Interval:
    count, total = len(curves), curves.sum(axis=0)
    without = np.array([fit((total - curve) / (count - 1)) for curve in curves])
    half = float(stdtrit(count - 1, (1 + level) / 2)) * math.sqrt((count - 1) / count * float(((without - without.mean()) ** 2).sum()))
    return Interval(estimate, estimate - half, estimate + half) if math.isfinite(half) else Interval.unbounded(estimate)


def _bootstrap(curves: np.ndarray, fit: Callable[[np.ndarray], float], estimate: float, level: float) -> Interval:
    from scipy.stats import DegenerateDataWarning, bootstrap

    def statistic(chosen: np.ndarray, axis: int = -1) -> np.ndarray:
        assert axis == -1
        means = curves[chosen].mean(axis=-2)
        return np.array([fit(mean) for mean in means.reshape(-1, curves.shape[1])]).reshape(means.shape[:-1])

    seeds = np.arange(len(curves))
    with warnings.catch_warnings(), np.errstate(divide="ignore", invalid="ignore"):
        warnings.simplefilter("ignore", DegenerateDataWarning)
        result = bootstrap(
            (seeds,),
            statistic,
            confidence_level=level,
            n_resamples=_RESAMPLES,
            method="BCa",
            vectorized=True,
            batch=_BATCH,
            rng=np.random.default_rng(0),
        )
    low, high = map(float, result.confidence_interval)
    if math.isfinite(low) and math.isfinite(high):
        return Interval(estimate, low, high)
    # Equal resamples leave BCa undefined and the number certain; else the estimate lies beyond all resamples.
    certain = bool(np.ptp(result.bootstrap_distribution) == 0)
    return Interval.exact(estimate) if certain else Interval.unbounded(estimate)
