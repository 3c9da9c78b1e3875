"""Confidence intervals over seeds: means, medians, fractions and fitted numbers."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.special import bdtr, stdtrit

LEVEL = 0.95
SEEDS_FOR_AN_INTERVAL = 3
SEEDS_FOR_A_BOOTSTRAP = 10
_RESAMPLES = 4000


@dataclass(frozen=True)
class Interval:
    """An estimate and the ends of its confidence interval; infinite ends mean that the seeds bound nothing."""

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
        One number a seed; a diverged seed (not finite) leaves the mean unbounded.
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


def median(values: np.ndarray, level: float = LEVEL) -> Interval:
    """Return the interval of a median between two order statistics, exact for every continuous law.

    Parameters
    ----------
    values : (seeds,)
        One number a seed; a diverged seed counts as infinite, NaN as ``+inf``.
    level
        The least coverage. At 95 % it takes six seeds.
    """
    ordered = np.sort(np.where(np.isnan(values), np.inf, values))
    count = len(ordered)
    # Of k = 0, 1, .. the largest whose order statistics k and count-1-k still cover; P(B < k+1) is bdtr(k, ..).
    ranks = [k for k in range(count // 2) if 2 * bdtr(k, count, 0.5) <= 1 - level]
    if not ranks or count < SEEDS_FOR_AN_INTERVAL:
        return Interval.unbounded(float(np.median(ordered)))
    return Interval(float(np.median(ordered)), float(ordered[ranks[-1]]), float(ordered[count - 1 - ranks[-1]]))


def fraction(values: np.ndarray, level: float = LEVEL) -> Interval:
    """Return Wilson's interval of the fraction of seeds for which a statement holds.

    Parameters
    ----------
    values : (seeds,)
        Truth values (0 or 1); a diverged seed counts as 0.
    level
        The coverage.
    """
    from scipy.stats import binomtest

    holds = int(np.nansum(values))
    if len(values) < SEEDS_FOR_AN_INTERVAL:
        return Interval.unbounded(holds / len(values))
    ends = binomtest(holds, len(values)).proportion_ci(level, method="wilson")
    return Interval(holds / len(values), float(ends.low), float(ends.high))


def fitted(curves: np.ndarray, fit: Callable[[np.ndarray], float], level: float = LEVEL) -> Interval:
    """Return the bias-corrected accelerated bootstrap interval, over seeds, of a number fitted to a mean curve.

    Parameters
    ----------
    curves : (seeds, points)
        One curve a seed.
    fit
        Takes the mean curve ``(points,)`` and returns the number.
    level
        The coverage. Under ten seeds the interval is unbounded: it would cover badly.
    """
    estimate = float(fit(curves.mean(axis=0)))
    if len(curves) < SEEDS_FOR_A_BOOTSTRAP or not np.isfinite(curves).all():
        return Interval.unbounded(estimate)
    from scipy.stats import bootstrap

    def statistic(chosen: np.ndarray) -> float:
        return fit(curves[chosen].mean(axis=0))

    seeds = np.arange(len(curves))
    result = bootstrap(
        (seeds,),
        statistic,
        confidence_level=level,
        n_resamples=_RESAMPLES,
        method="BCa",
        vectorized=False,
        rng=np.random.default_rng(0),
    ).confidence_interval
    if not (math.isfinite(result.low) and math.isfinite(result.high)):  # every resample gave the same number
        return Interval.exact(estimate)
    return Interval(estimate, float(result.low), float(result.high))
