"""Evidence for figx-collapse."""

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.papers.bietti2022.shared.thresholds import null_risk
from feature_learning.statistics.evidence import Evidence


def _from_a_thousand(tables: Tables) -> pd.DataFrame:
    runs = tables.runs("learning_curves")
    return runs[runs["n"] >= 1000]


def refit_theory(tables: Tables) -> Evidence:
    runs = _from_a_thousand(tables)
    runs = runs.assign(distance=np.abs(np.log10(runs["refit"] / runs["predicted"])))
    distance = runs.groupby("seed")["distance"].median()
    return Evidence(distance.to_numpy()[:, None], ["runs with n of 1000 or more"])


def unlearned_at_null(tables: Tables) -> Evidence:
    runs = _from_a_thousand(tables)
    runs = runs[runs["overlap"] < 0.3]
    nulls = [null_risk(tables, int(s), int(d)) for s, d in zip(runs["s"], runs["d"], strict=True)]
    ratio = (runs["refit"] / np.array(nulls)).groupby(runs["seed"]).median()
    return Evidence(ratio.to_numpy()[:, None], ["runs with |m| below 0.3"])
