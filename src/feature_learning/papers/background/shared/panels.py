"""Points of single runs, as the figures draw them."""

from __future__ import annotations

import pandas as pd


def single(runs: pd.DataFrame, y: str) -> pd.DataFrame:
    """Return single runs as a table of estimates without an interval: the value is exact for its run.

    Parameters
    ----------
    runs
        Rows of runs, one per point.
    y
        The column to draw.

    Returns
    -------
    pandas.DataFrame
        The rows, with the columns of `feature_learning.plotting.estimates.estimates`.
    """
    value = runs[y]
    return runs.assign(estimate=value, low=value, high=value, seeds=1, diverged=0, kind="single run")
