"""Ends of the poster's flow, next to what the theorem requires and promises."""

import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.papers.bietti2022.shared.model import RECOVERED

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


def largest(tables: Tables) -> int:
    """Return 3000, or 10000 where other dimensions were run for s = 3 as well."""
    return 10000 if len(tables.values("flow", "d", s=3)) > 1 else 3000
