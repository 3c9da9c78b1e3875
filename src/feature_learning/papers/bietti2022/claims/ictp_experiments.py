"""Evidence for ictp-experiments: the best of the runs against the slide's values."""

import pandas as pd

from feature_learning.papers.bietti2022.shared.best_of_runs import best
from feature_learning.papers.bietti2022.shared.ictp import PUBLISHED
from feature_learning.statistics import Evidence, Tables, by_seed


def _both(tables: Tables, s: int, value: str) -> tuple[pd.DataFrame, pd.Series]:
    """Return the values by seed and n, and the slide's at the same n."""
    runs = best(tables.runs("preliminary", s=s), "risk")
    found = by_seed(runs, value, "n")
    slide = PUBLISHED[PUBLISHED["s"] == s].set_index("n")[value]
    return found, slide.reindex([int(n) for n in found.columns])


def _overlap(tables: Tables, s: int) -> Evidence:
    found, slide = _both(tables, s, "overlap")
    return Evidence.of(found.sub(slide.to_numpy(), axis=1), "n")


def overlap_first(tables: Tables) -> Evidence:
    return _overlap(tables, 1)


def risk_first(tables: Tables) -> Evidence:
    found, slide = _both(tables, 1, "risk")
    return Evidence.of(found.div(slide.to_numpy(), axis=1), "n")


def overlap_third(tables: Tables) -> Evidence:
    return _overlap(tables, 3)
