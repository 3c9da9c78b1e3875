"""Distances between samples, and of a sample from a law."""

from collections.abc import Callable

import numpy as np


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
    >>> kolmogorov_smirnov(np.array([1.0, 2.0]), np.array([1.5, 2.5, 3.5]))
    0.6666666666666667
    """
    at = np.sort(np.concatenate([first, second]))
    shares = [
        np.searchsorted(np.sort(sample), at, side="right") / len(sample)
        for sample in (first, second)
    ]
    return float(np.abs(shares[0] - shares[1]).max())


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
    ordered = np.sort(values)
    expected, steps = cdf(ordered), np.arange(len(ordered) + 1) / len(ordered)
    return float(
        np.sqrt(len(ordered)) * max((steps[1:] - expected).max(), (expected - steps[:-1]).max())
    )
