"""Distances between samples, and of a sample from a law."""

from collections.abc import Callable

import numpy as np

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
