"""Evidence for the claims: one module per figure, one function per claim."""

import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.papers.bietti2022.shared.thresholds import MIDDLE, recovered
from feature_learning.statistics import by_seed

_LARGE = 40


def dimensions(tables: Tables) -> list[int]:
    """Return the two dimensions of the claims on learning curves: those of laptop scale, or the
    next larger ones that were run.
    """
    every = tables.values("learning_curves", "d")
    return [min(d for d in every if d >= least) for least in (MIDDLE, _LARGE)]


def shares(runs: pd.DataFrame) -> pd.DataFrame:
    """Return the share of recovered runs, seeds by s."""
    return by_seed(recovered(runs, "s"), "recovered", "s")


def smallest(runs: pd.DataFrame) -> pd.DataFrame:
    """Return the runs at the smallest dimension."""
    return runs[runs["d"] == runs["d"].min()]
