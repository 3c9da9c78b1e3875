"""Distances between the laws of the two methods."""

import numpy as np
import pandas as pd

from feature_learning.papers.reduction.experiments.law import METHODS, NUMBERS
from feature_learning.statistics import kolmogorov_smirnov


def method_distances(runs: pd.DataFrame) -> pd.Series:
    """Return the Kolmogorov-Smirnov distance between the methods times the root of half the number
    of runs, indexed by d and by the number's name.
    """
    distances = {}
    for d, of_d in runs.groupby("d"):
        direct, reduced = (of_d[of_d["method"] == method] for method in METHODS)
        for name in NUMBERS:
            gap = kolmogorov_smirnov(direct[name].to_numpy(), reduced[name].to_numpy())
            distances[d, name] = np.sqrt(len(direct) / 2) * gap
    return pd.Series(distances)
