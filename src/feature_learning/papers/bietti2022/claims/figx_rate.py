"""Evidence for figx-rate."""

import math

import numpy as np
import pandas as pd

from feature_learning.papers.bietti2022.claims import dimensions
from feature_learning.papers.bietti2022.shared.flows import flows
from feature_learning.papers.bietti2022.shared.model import RECOVERED
from feature_learning.statistics import Evidence, Tables, loglog_slope

_LEAST = 950  # samples: about d^3 at d = 10


def _recovered(tables: Tables) -> pd.DataFrame:
    runs = tables.runs("learning_curves")
    runs = runs[(runs["overlap"] > RECOVERED) & runs["d"].isin(dimensions(tables))]
    return runs.assign(distance=1 - runs["overlap"])


def recovery_rate(tables: Tables) -> Evidence:
    """The slope of each seed's distances where its flows ended at the pole; NaN without two."""
    runs, curves = _poles(tables), {}
    runs = runs[(runs["d"] == 10) & (runs["n"] >= _LEAST)]
    for s in tables.values("flow", "s"):
        own = runs[runs["s"] == s]
        if own["n"].nunique() < 3 or s > 2:
            continue
        slopes = own.groupby("seed").apply(_slope, include_groups=False)
        curves[f"s = {s}"] = slopes.reindex(tables.values("flow", "seed")).to_numpy()
    table = np.column_stack(list(curves.values()))
    return Evidence(table, list(curves), estimate="median")


def below_bound(tables: Tables) -> Evidence:
    runs = _poles(tables)
    runs = runs[(runs["ratio"].round(2) == 10) & (runs["bound"] < 0.5)]
    ratios = (runs["distance"] / runs["bound"]).to_numpy()
    return Evidence(ratios[:, None], ["all s and d"], estimate="median")


def _poles(tables: Tables) -> pd.DataFrame:
    """Return the flows that ended at a pole, with their distances from it."""
    runs = flows(tables)
    return runs[runs["pole"]].assign(distance=lambda ends: 1 - ends["overlap"])


def _slope(runs: pd.DataFrame) -> float:
    if len(runs) < 2:
        return math.nan
    return loglog_slope(runs["n"].to_numpy(dtype=float), runs["distance"].to_numpy())


def rate_constant(tables: Tables) -> Evidence:
    runs = _recovered(tables)
    runs = runs[(runs["n"] == 3000) & (runs["s"] < 3)]
    ratios = runs["n"] * runs["distance"] / ((runs["d"] - 1) * runs["constant"])
    medians = ratios.groupby([runs["seed"], runs["d"], runs["s"]]).median()
    return Evidence.stacked([("d, s pooled", medians.groupby("seed").mean().to_numpy())])
