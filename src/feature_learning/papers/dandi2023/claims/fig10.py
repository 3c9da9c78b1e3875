"""Evidence for fig10."""

import pandas as pd

from feature_learning.statistics import Evidence, Tables, by_seed, named


def _errors(tables: Tables, target: str, weights: str) -> pd.DataFrame:
    return by_seed(tables.runs("step_gain", target=target, weights=weights), "error", "alpha")


def _gain(tables: Tables, target: str) -> pd.DataFrame:
    return 1 - _errors(tables, target, "stepped") / _errors(tables, target, "frozen")


def beyond_linear(tables: Tables) -> Evidence:
    frozen, stepped = (
        _errors(tables, "linear-quadratic", weights)[16.0].to_numpy()
        for weights in ("frozen", "stepped")
    )
    return Evidence.stacked(
        [("1 minus one step", 1 - stepped), ("random features minus 1", frozen - 1)]
    )


def helps(tables: Tables) -> Evidence:
    gain = _gain(tables, "linear-quadratic")
    return Evidence(gain.to_numpy(), named("n/d", list(gain.columns)))


def nothing(tables: Tables) -> Evidence:
    return Evidence(_gain(tables, "cubic")[[16.0]].to_numpy(), ["n = 16 d"])
