"""Evidence for fig10."""

import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.statistics.evidence import Evidence, by_seed, named


def _gain(tables: Tables, target: str) -> pd.DataFrame:
    frozen, stepped = (
        by_seed(tables.runs("step_gain", target=target, weights=weights), "error", "alpha") for weights in ("frozen", "stepped")
    )
    return (frozen - stepped) / frozen


def beyond_linear(tables: Tables) -> Evidence:
    frozen, stepped = (
        by_seed(tables.runs("step_gain", target="linear-quadratic", weights=weights), "error", "alpha")[16.0].to_numpy()
        for weights in ("frozen", "stepped")
    )
    return Evidence.stacked([("1 minus one step", 1 - stepped), ("random features minus 1", frozen - 1)])


def helps(tables: Tables) -> Evidence:
    gain = _gain(tables, "linear-quadratic")
    return Evidence(gain.to_numpy(), named("n/d", list(gain.columns)))


def nothing(tables: Tables) -> Evidence:
    return Evidence.stacked([("n = 16 d", _gain(tables, "cubic")[16.0].to_numpy())])
