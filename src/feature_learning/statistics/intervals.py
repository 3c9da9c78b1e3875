"""Confidence intervals over seeds of medians, fractions and fitted numbers; those of means are in
`feature_learning.statistics.means`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import bdtr, betaincinv

from feature_learning.statistics.skewness import quantiles, skewness

LEVEL = 0.90
"""The level of drawn intervals: their ends are the one-sided 95 % bounds that judge claims."""
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


def median(values: np.ndarray, level: float = LEVEL) -> Interval:
    """Return the interval of a median between two order statistics, exact for every continuous law.

    Parameters
    ----------
    values : (seeds,)
        One number per seed. A diverged seed may lie on either side, so NaN widens the interval at
        both ends. An infinite number lies above all others, such as a time that was not reached.
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
    estimate, without = jackknife(curves, fit)
    return jackknife_interval(estimate, [without], level)


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


def jackknife_interval(estimate: float, without: Sequence[np.ndarray], level: float) -> Interval:
    """Return the interval of a fitted number; see `fitted`.

    Parameters
    ----------
    estimate
        From `jackknife`.
    without
        From `jackknife`, for each experiment that the number rests on: their variances and third
        cumulants add up.
    level
        The coverage.

    References
    ----------
    Of two experiments the degrees of freedom are those of B. L. Welch, The generalization of
    Student's problem when several different population variances are involved, Biometrika 34
    (1947), and F. E. Satterthwaite, Biometrics Bull. 2 (1946).
    """
    counts = np.array([len(each) for each in without])
    if not counts.all():
        return Interval.unbounded(estimate)
    variances = np.array(
        [(len(each) - 1) / len(each) * ((each - each.mean()) ** 2).sum() for each in without]
    )
    error = math.sqrt(float(variances.sum()))
    still = max(float(np.ptp(each)) for each in without) <= _ROUNDING * max(1.0, abs(estimate))
    if not math.isfinite(error) or still:
        return Interval.unbounded(estimate)
    # A pseudo-value rises where the fit without its seed falls.
    skewed = np.nan_to_num([float(skewness(-each[:, None])[0]) for each in without])
    shares = variances / variances.sum()
    seeds = 1 + 1 / float((shares**2 / (counts - 1)).sum())
    together = float((skewed * shares**1.5 / np.sqrt(counts)).sum()) * math.sqrt(seeds)
    low, high = quantiles(together, seeds, level)
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
