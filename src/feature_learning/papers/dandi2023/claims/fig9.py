"""Evidence for fig9."""

import pandas as pd

from feature_learning.statistics import Evidence, Tables, by_seed, named, slope_of_mean


def _model(tables: Tables, model: str) -> pd.DataFrame:
    return by_seed(tables.runs("equivalence", model=model), "error", "alpha")


def _difference(tables: Tables, model: str, other: str) -> Evidence:
    """Return the paired difference of two models' errors over the mean error of true features."""
    true = _model(tables, "true-features")
    difference = (_model(tables, model) - _model(tables, other)) / true.mean()
    return Evidence(difference.to_numpy(), named("n/d", list(true.columns)))


def conditional(tables: Tables) -> Evidence:
    plain = _difference(tables, "plain", "true-features").observed.mean(axis=0)
    return _difference(tables, "conditional", "true-features").against(plain)


def rank_one_update(tables: Tables) -> Evidence:
    runs = tables.runs("update_rank")
    ratios = by_seed(runs.assign(ratio=runs["second"] / runs["first"]), "ratio", "d")
    return slope_of_mean(ratios, "exponent in d")
