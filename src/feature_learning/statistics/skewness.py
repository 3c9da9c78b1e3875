"""Student's t for skewed seeds: how far its quantiles have to move."""

import math

import numpy as np
from scipy.special import stdtrit

# A few seeds of a skewed law seldom show its tail: for exponential numbers the sample's skewness is
# 1.0 in the mean with 8 seeds and 1.4 with 20, where the law's is 2.
_SHORTFALL = 1.5


def skewness(values: np.ndarray) -> np.ndarray:
    """Return the skewness of each column, unbiased for normal numbers; NaN where all are alike.

    Parameters
    ----------
    values : (seeds, points)
        Three seeds or more.

    Returns
    -------
    skewness : (points,)

    References
    ----------
    D. N. Joanes and C. A. Gill, Comparing measures of sample skewness and kurtosis, J. R. Stat.
    Soc. D 47 (1998), the measure G_1.
    """
    count = len(values)
    gaps = values - values.mean(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        plain = (gaps**3).mean(axis=0) / (gaps**2).mean(axis=0) ** 1.5
    return np.asarray(plain * math.sqrt(count * (count - 1)) / (count - 2))


def quantiles(skewed: float, seeds: float, level: float) -> tuple[float, float]:
    """Return the two quantiles of the studentised mean that leave the level between them.

    They are Student's where the seeds are not skewed. Where they are, the one on the side of the
    heavy tail moves outwards, and the other stays.

    Parameters
    ----------
    skewed
        The sample skewness of the seeds.
    seeds
        How many there are: one more than the degrees of freedom.
    level
        The probability between the quantiles.

    Returns
    -------
    low, high
        The mean of the law lies between ``m - high s`` and ``m - low s``, with m the mean of the
        seeds and s its standard error.

    References
    ----------
    P. Hall, On the removal of skewness by transformation, J. R. Stat. Soc. B 54 (1992): of the
    studentised mean T the function ``((1 + g T/3)^3 - 1)/g + g/6``, with g the skewness over the
    root of the number of seeds, is normal up to terms of the order of one over that number.
    Derived here: Student's quantiles instead of the normal ones, which makes it exact for normal
    seeds; the wider of Student's and Hall's quantile, because the skewness of a few symmetric seeds
    with heavy tails is noise; and half as much again for the skewness, because few seeds show too
    little of it. `benchmarks/error_rates.py` simulates what that gives; the bootstrap of T
    does no better with 8 and 12 exponential seeds.
    """
    student = float(stdtrit(seeds - 1, (1 + level) / 2))
    moved = _SHORTFALL * skewed / math.sqrt(seeds)
    return min(-student, _hall(-student, moved)), max(student, _hall(student, moved))


def _hall(quantile: float, moved: float) -> float:
    """Return the T of a quantile of Hall's function; written so that it holds without skewness."""
    gap = quantile - moved / 6
    root = float(np.cbrt(1 + moved * gap))
    return 3 * gap / (root**2 + root + 1)
