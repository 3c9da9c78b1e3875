"""Runs of kernel, network and PCA with the best ridge of the grid: one choice for all seeds."""

import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.statistics import at_best


def best_risks(tables: Tables, method: str, target: str, d: int) -> pd.DataFrame:
    """Return the runs of ``comparison`` of one method, target and dimension, at the best ridge of
    each gamma.
    """
    return at_best(
        tables.runs("comparison", method=method, target=target, d=d), "risk", "ridge", ["gamma"]
    )


def predicted_best(tables: Tables, method: str, target: str) -> pd.DataFrame:
    """Return the predictions of ``comparison`` for one method and target with the least risk over
    the ridges, at each d and gamma.
    """
    theory = tables.theory("comparison", method=method, target=target)
    return at_best(theory, "risk", "ridge", ["d", "gamma"])
