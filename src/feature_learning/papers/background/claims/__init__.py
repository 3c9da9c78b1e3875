"""Evidence that several figures share."""

import pandas as pd

from feature_learning.statistics.evidence import by_run, by_seed


def by_run_of(frame: pd.DataFrame, value: str, over: str) -> pd.DataFrame:
    """Return a column as a matrix with one row per run."""
    return by_seed(by_run(frame), value, over)
