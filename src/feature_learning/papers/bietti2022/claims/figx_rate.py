"""Evidence for figx-rate."""

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.papers.bietti2022.shared.model import RECOVERED
from feature_learning.papers.bietti2022.shared.thresholds import dimensions
from feature_learning.statistics.evidence import Evidence, named
from feature_learning.statistics.exponents import loglog_slope


def _recovered(tables: Tables) -> pd.DataFrame:
    runs = tables.runs("learning_curves")
    runs = runs[(runs["overlap"] > RECOVERED) & runs["d"].isin(dimensions(runs))]
    return runs.assign(distance=1 - runs["overlap"])


def recovery_rate(tables: Tables) -> Evidence:
    found = _recovered(tables)
    found = found[found["n"].isin([300, 1000, 3000])]
    seeds = sorted(tables.runs("learning_curves")["seed"].unique())
    columns = []
    for s in (1, 2):
        medians = found[found["s"] == s].groupby(["seed", "d", "n"])["distance"].median()
        columns.append([_mean_slope(medians, seed) for seed in seeds])
    return Evidence(np.array(columns).T, named("s", [1, 2]))


def _mean_slope(medians: pd.Series, seed: int) -> float:
    if seed not in medians.index.get_level_values("seed"):
        return float("nan")
    slopes = [
        loglog_slope(own.index.get_level_values("n").to_numpy(dtype=float), own.to_numpy())
        for _, own in medians[seed].groupby("d")
        if len(own) > 1
    ]
    return float(np.mean(slopes)) if slopes else float("nan")


def rate_constant(tables: Tables) -> Evidence:
    found = _recovered(tables)
    found = found[(found["n"] == 3000) & (found["s"] < 3)]
    ratio = found["n"] * found["distance"] / ((found["d"] - 1) * found["constant"])
    medians = ratio.groupby([found["seed"], found["d"], found["s"]]).median()
    return Evidence(medians.groupby("seed").mean().to_numpy()[:, None], ["d, s pooled"])
