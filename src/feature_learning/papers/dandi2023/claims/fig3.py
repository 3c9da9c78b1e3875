"""Evidence for fig3."""

import pandas as pd

from feature_learning.papers.dandi2023.shared.model import linear_floor
from feature_learning.statistics import Evidence, Tables, by_seed

_TARGETS = ("quartic", "notebook-2")


def _curve(tables: Tables, target: str, time: int) -> pd.DataFrame:
    runs = tables.runs("learning_curves", target=target, time=time, rate=0.5)
    return by_seed(runs, "error", "log_size")


def one_step(tables: Tables) -> Evidence:
    curves = {target: _curve(tables, target, 1)[1.75].to_numpy() for target in _TARGETS}
    return Evidence.stacked(
        [(target, errors / linear_floor(target)) for target, errors in curves.items()]
    )


def floor_beaten(tables: Tables) -> Evidence:
    return Evidence(_curve(tables, "quartic", 2)[[1.5]].to_numpy(), ["T = 2"])


def staircase(tables: Tables) -> Evidence:
    sizes = [1.25, 1.5, 1.75]
    gain = _curve(tables, "notebook-2", 1) - _curve(tables, "notebook-2", 2)
    return Evidence(gain[sizes].to_numpy(), [f"log n/log d = {size}" for size in sizes])


def random_features(tables: Tables) -> Evidence:
    parts = []
    for target in _TARGETS:
        excess = _curve(tables, target, 0) - linear_floor(target)
        points = [f"{target}, log n/log d = {size}" for size in excess]
        parts.append(Evidence(excess.to_numpy(), points))
    return Evidence.joined(parts)
