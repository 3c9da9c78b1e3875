"""Evidence for fig3."""

import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.papers.dandi2023.shared.model import linear_floor
from feature_learning.statistics.evidence import Evidence, by_seed


def _curve(tables: Tables, target: str, time: int) -> pd.DataFrame:
    return by_seed(tables.runs("learning_curves", target=target, time=time, rate=0.5), "error", "log_size")


def one_step(tables: Tables) -> Evidence:
    parts = [(target, _curve(tables, target, 1)[1.75].to_numpy() / linear_floor(target)) for target in ("quartic", "notebook-2")]
    return Evidence.stacked(parts)


def floor_beaten(tables: Tables) -> Evidence:
    return Evidence.stacked([("T = 2", _curve(tables, "quartic", 2)[1.5].to_numpy())])


def staircase(tables: Tables) -> Evidence:
    one, two = (_curve(tables, "notebook-2", time) for time in (1, 2))
    return Evidence.stacked([(f"log n/log d = {size}", (one[size] - two[size]).to_numpy()) for size in (1.25, 1.5, 1.75)])


def random_features(tables: Tables) -> Evidence:
    parts = []
    for target in ("quartic", "notebook-2"):
        curve = _curve(tables, target, 0)
        parts += [(f"{target}, log n/log d = {size}", curve[size].to_numpy() - linear_floor(target)) for size in curve]
    return Evidence.stacked(parts)
