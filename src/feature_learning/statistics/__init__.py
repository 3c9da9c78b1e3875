"""Intervals over seeds and the verdicts drawn from them: what a claim imports."""

from feature_learning.core.tables import Tables
from feature_learning.statistics.comparisons import against_theory, against_theory_by, slope_of_mean
from feature_learning.statistics.distances import distance_interval, kolmogorov, kolmogorov_smirnov
from feature_learning.statistics.evidence import Evidence
from feature_learning.statistics.exponents import crossing, loglog_slope, slope_per_seed
from feature_learning.statistics.intervals import Interval, fitted, fitted_logarithm, mean
from feature_learning.statistics.matrices import (
    at_best,
    at_points,
    by_run,
    by_seed,
    named,
    one_by_seed,
)

__all__ = [
    "Evidence",
    "Interval",
    "Tables",
    "against_theory",
    "against_theory_by",
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
    "mean",
    "named",
    "one_by_seed",
    "slope_of_mean",
    "slope_per_seed",
]
