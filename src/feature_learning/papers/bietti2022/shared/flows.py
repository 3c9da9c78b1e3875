"""Ends of the poster's flow, beside what the theorem asks for and promises."""

import math

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.papers.bietti2022.shared.model import RECOVERED
from feature_learning.statistics import loglog_slope

_CASE = ["s", "d", "n"]


def flows(tables: Tables) -> pd.DataFrame:
    """Return the runs of ``flow`` with, by case, the theorem's sample size ``needed``, the
    ``ratio`` of n to it, its ``bound`` on 1 - |m|, and whether the run ended at a ``pole``.
    """
    law = tables.theory("flow")[[*_CASE, "needed", "bound"]]
    runs = tables.runs("flow").merge(law, on=_CASE, how="left")
    return runs.assign(ratio=runs["n"] / runs["needed"], pole=runs["overlap"] > RECOVERED)


def at_ten(tables: Tables) -> pd.DataFrame:
    """Return the flows with ten times the theorem's samples."""
    ends = flows(tables)
    return ends[ends["ratio"].round(2) == 10]


def at_poles(ends: pd.DataFrame) -> pd.DataFrame:
    """Return the flows that ended at a pole, with their ``distance`` from it."""
    ended = ends[ends["pole"]]
    return ended.assign(distance=1 - ended["overlap"])


def second_over_good(ends: pd.DataFrame) -> pd.Series:
    """Return the size of each bad end's second layer over the median of the good ends' of its case,
    where there are any.
    """
    good = ends[ends["pole"]].groupby(_CASE)["second"].median().rename("good")
    bad = ends[~ends["pole"]].join(good, on=_CASE)
    return (bad["second"] / bad["good"]).dropna()


def slope_in_n(ends: pd.DataFrame) -> float:
    """Return the slope of a seed's distances from the pole in n; NaN without two."""
    if len(ends) < 2:
        return math.nan
    n = ends["n"].to_numpy(dtype=float)
    return loglog_slope(n, np.asarray(ends["distance"]))


def largest(tables: Tables) -> int:
    """Return 3000, or 10000 where other dimensions were run for s = 3, too."""
    return 10000 if len(tables.values("flow", "d", s=3)) > 1 else 3000
