"""Evidence for fig9."""

import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.statistics.evidence import Evidence, by_seed, named


def _model(tables: Tables, model: str) -> pd.DataFrame:
    return by_seed(tables.runs("equivalence", model=model), "error", "alpha")


def _difference(tables: Tables, model: str, other: str) -> Evidence:
    """The paired difference of errors of two models over the mean error with the true features."""
    true = _model(tables, "true-features")
    difference = (_model(tables, model) - _model(tables, other)) / true.mean()
    return Evidence(difference.to_numpy(), named("n/d", list(true.columns)))


def conditional(tables: Tables) -> Evidence:
    return _difference(tables, "conditional", "true-features")


def teacher_not_needed(tables: Tables) -> Evidence:
    return _difference(tables, "both", "conditional")


def plain_sign(tables: Tables) -> Evidence:
    return _difference(tables, "plain", "true-features")
