"""Intervals over seeds and the verdicts drawn from them: what papers import."""

from feature_learning.core.tables import Tables
from feature_learning.statistics.distances import distance_interval, kolmogorov, kolmogorov_smirnov
from feature_learning.statistics.exponents import crossing, loglog_slope, slope_per_seed
from feature_learning.statistics.intervals import Interval, fitted, fitted_logarithm
from feature_learning.statistics.matrices import at_best, at_points, by_run, by_seed
from feature_learning.statistics.means import means

__all__ = [
    "Interval",
    "Tables",
    "at_best",
    "at_points",
    "by_run",
    "by_seed",
    "crossing",
    "distance_interval",
    "fitted",
    "fitted_logarithm",
    "kolmogorov",
    "kolmogorov_smirnov",
    "loglog_slope",
    "means",
    "slope_per_seed",
]
