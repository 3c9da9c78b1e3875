"""Distances between samples, and of a sample from a law."""

import math
from collections.abc import Callable

import numpy as np

from feature_learning.statistics.intervals import Interval

# scipy.stats takes a second to import, and only a few claims measure distances.


def kolmogorov_smirnov(first: np.ndarray, second: np.ndarray) -> float:
    """Return the largest gap between the distribution functions of two samples.

    Parameters
    ----------
    first, second : (n,), (m,)
        Of two samples of one law, the gap times ``sqrt(n m/(n + m))`` lies above 1.95 with
        probability .001.

    References
    ----------
    Smirnov (1948), "Table for estimating the goodness of fit of empirical distributions", Ann.
    Math. Statist. 19(2).

    Examples
    --------
    >>> round(kolmogorov_smirnov(np.array([1.0, 2.0]), np.array([1.5, 2.5, 3.5])), 12)
    0.666666666667
    """
    from scipy.stats import ks_2samp

    return float(ks_2samp(first, second, method="asymp").statistic)


def distance_interval(first: np.ndarray, second: np.ndarray, level: float) -> Interval:
    """Return the interval of the largest gap between the distribution functions of two
    distributions, each known from a sample.

    It holds for every pair of distributions and every size of the samples. Fewer numbers make it
    wider.

    Parameters
    ----------
    first, second : (n,), (m,)
        The samples. A number that is not finite leaves the gap unbounded.
    level
        The coverage. Each end errs with probability ``(1 - level)/2`` at most.

    References
    ----------
    P. Massart (1990), "The tight constant in the Dvoretzky-Kiefer-Wolfowitz inequality", Ann.
    Probab. 18(3): an empirical distribution function of n numbers lies within ``e`` of the true one
    everywhere, except with probability ``2 exp(-2 n e^2)`` at most. Derived here: by the triangle
    inequality the gap of the samples differs from the true gap by at most the sum of both ``e``,
    and each sample has half of the error of one end.

    Examples
    --------
    >>> low, high = np.arange(100.0), np.arange(100.0) + 50
    >>> found = distance_interval(low, high, 0.9)
    >>> f"{found.estimate:.2f} [{found.low:.2f}, {found.high:.2f}]"
    '0.50 [0.20, 0.80]'
    """
    if not (np.isfinite(first).all() and np.isfinite(second).all()):
        return Interval.unbounded(math.nan)
    gap = kolmogorov_smirnov(first, second)
    error = (1 - level) / 4  # of one sample at one end
    half = sum(math.sqrt(math.log(2 / error) / (2 * len(sample))) for sample in (first, second))
    return Interval(gap, max(gap - half, 0.0), min(gap + half, 1.0))


def kolmogorov(values: np.ndarray, cdf: Callable[[np.ndarray], np.ndarray]) -> float:
    """Return the Kolmogorov-Smirnov distance of a sample from a law, times the root of its size.

    Parameters
    ----------
    values : (n,)
        The sample.
    cdf
        The law's distribution function, elementwise.

    References
    ----------
    Kolmogorov (1933), "Sulla determinazione empirica di una legge di distribuzione": it is below
    1.63 with probability .99.
    """
    from scipy.stats import ks_1samp

    found = ks_1samp(values, cdf, method="asymp")  # type: ignore[arg-type]  # elementwise is right
    return float(found.statistic * np.sqrt(len(values)))
