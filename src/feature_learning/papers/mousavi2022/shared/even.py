"""Runs of the even target, of which all k directions must be learned (prop-c and prop-e)."""

import pandas as pd

from feature_learning.core.tables import Tables

_MOST = 4  # of eight directions the last is hardly above noise after 256 d steps


def even_runs(tables: Tables) -> pd.DataFrame:
    """Return the runs of ``subspace_k`` with up to four directions."""
    runs = tables.runs("subspace_k")
    return runs[runs["k"] <= _MOST]
