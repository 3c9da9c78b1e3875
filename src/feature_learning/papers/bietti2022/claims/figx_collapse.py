"""Evidence for figx-collapse."""

import numpy as np
import pandas as pd

from feature_learning.statistics import Evidence, Tables


def _from_a_thousand(tables: Tables) -> pd.DataFrame:
    runs = tables.runs("learning_curves")
    return runs[runs["n"] >= 1000]


def _medians(runs: pd.DataFrame, column: str, point: str) -> Evidence:
    """Return the median over each seed's runs."""
    return Evidence.stacked([(point, runs.groupby("seed")[column].median().to_numpy())])


def refit_theory(tables: Tables) -> Evidence:
    runs = _from_a_thousand(tables)
    runs = runs.assign(distance=np.abs(np.log10(runs["refit"] / runs["predicted"])))
    return _medians(runs, "distance", "runs with n of 1000 or more")


def unlearned_at_null(tables: Tables) -> Evidence:
    runs, nulls = _from_a_thousand(tables), tables.theory("learning_curves")[["s", "d", "null"]]
    runs = runs[runs["overlap"] < 0.3].merge(nulls, on=["s", "d"], how="left")
    runs = runs.assign(ratio=runs["refit"] / runs["null"])
    return _medians(runs, "ratio", "runs with |m| below 0.3")
