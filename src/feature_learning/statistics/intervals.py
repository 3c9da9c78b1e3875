"""Confidence intervals over seeds: means, medians, fractions and fitted numbers."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.special import bdtr, stdtrit

LEVEL = 0.95
SEEDS_FOR_AN_INTERVAL = 3
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
    """Return Wilson's interval of the fraction of seeds for which a statement holds.

    Parameters
    ----------
    values : (seeds,)
        Truth values (0 or 1); a diverged seed (not finite) counts as 0.
    level
        The coverage.

    References
    ----------
    E. B. Wilson, Probable inference, the law of succession, and statistical inference, J. Am. Stat. Assoc. 22 (1927).
    """
    holds = int((np.asarray(values, dtype=float) == 1).sum())
    if len(values) < SEEDS_FOR_AN_INTERVAL:
        return Interval.unbounded(holds / len(values))
    from scipy.stats import binomtest  # takes half a second to import, and few claims count fractions

    ends = binomtest(holds, len(values)).proportion_ci(level, method="wilson")
    return Interval(holds / len(values), float(ends.low), float(ends.high))


def fitted(curves: np.ndarray, fit: Callable[[np.ndarray], float], level: float = LEVEL) -> Interval:
    """Return the bias-corrected accelerated bootstrap interval, over seeds, of a number fitted to a mean curve.

    Parameters
    ----------
    curves : (seeds, points)
        One curve per seed.
    fit
        Takes the mean curve ``(points,)`` and returns the number.
    level
        The coverage. Below ten seeds the interval is unbounded, since it would cover badly; with a diverged seed, too.

    References
    ----------
    B. Efron, Better bootstrap confidence intervals, J. Am. Stat. Assoc. 82 (1987).
    """
    finite = curves[np.isfinite(curves).all(axis=1)]
    estimate = float(fit(finite.mean(axis=0))) if len(finite) else math.nan
    if len(curves) < SEEDS_FOR_A_BOOTSTRAP or len(finite) < len(curves):
        return Interval.unbounded(estimate)
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
