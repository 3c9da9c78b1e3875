"""Distances between the laws of the two methods."""

from itertools import pairwise

import pandas as pd

from feature_learning.papers.reduction.experiments.law import METHODS, NUMBERS
from feature_learning.statistics import kolmogorov_smirnov


def method_distances(runs: pd.DataFrame) -> pd.Series:
    """Return the Kolmogorov-Smirnov distance between the methods, indexed by d and by the name of
    the number.
    """
    parts = {}
    for d, of_d in runs.groupby("d"):
        direct, reduced = (of_d[of_d["method"] == method] for method in METHODS)
        parts[d] = _distances(direct, reduced)
    return pd.concat(parts)


def dimension_distances(runs: pd.DataFrame) -> pd.Series:
    """Return the same distances between direct runs at each d and at the next one."""
    direct = dict(iter(runs[runs["method"] == METHODS[0]].groupby("d")))
    parts = [pd.Series(dtype=float)]  # at the last d there is none
    parts += [pd.concat({d: _distances(direct[d], direct[e])}) for d, e in pairwise(direct)]
    return pd.concat(parts)


def _distances(one: pd.DataFrame, other: pd.DataFrame) -> pd.Series:
    gaps = {
        name: kolmogorov_smirnov(one[name].to_numpy(), other[name].to_numpy()) for name in NUMBERS
    }
    return pd.Series(gaps)
