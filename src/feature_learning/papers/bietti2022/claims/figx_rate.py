"""Evidence for figx-rate."""

import math

import pandas as pd

from feature_learning.papers.bietti2022.claims import dimensions
from feature_learning.papers.bietti2022.shared.model import RECOVERED
from feature_learning.statistics import Evidence, Tables, loglog_slope, named


def _recovered(tables: Tables) -> pd.DataFrame:
    runs = tables.runs("learning_curves")
    runs = runs[(runs["overlap"] > RECOVERED) & runs["d"].isin(dimensions(tables))]
    return runs.assign(distance=1 - runs["overlap"])


def recovery_rate(tables: Tables) -> Evidence:
    runs = _recovered(tables)
    runs = runs[runs["n"].isin([300, 1000, 3000])]
    medians = runs.groupby(["s", "seed", "d", "n"])["distance"].median()
    slopes = medians.groupby(["s", "seed", "d"]).agg(_slope).groupby(["seed", "s"]).mean()
    # A seed that recovers at fewer than two n has none.
    seeds = tables.values("learning_curves", "seed")
    table = slopes.unstack("s").reindex(index=seeds, columns=[1, 2])
    return Evidence(table.to_numpy(), named("s", [1, 2]))


def _slope(curve: pd.Series) -> float:
    n = curve.index.get_level_values("n").to_numpy(dtype=float)
    return loglog_slope(n, curve.to_numpy()) if len(curve) > 1 else math.nan


def rate_constant(tables: Tables) -> Evidence:
    runs = _recovered(tables)
    runs = runs[(runs["n"] == 3000) & (runs["s"] < 3)]
    ratios = runs["n"] * runs["distance"] / ((runs["d"] - 1) * runs["constant"])
    medians = ratios.groupby([runs["seed"], runs["d"], runs["s"]]).median()
    return Evidence.stacked([("d, s pooled", medians.groupby("seed").mean().to_numpy())])
