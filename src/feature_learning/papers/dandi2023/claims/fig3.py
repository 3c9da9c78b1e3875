"""Evidence for fig3."""

import math
from collections.abc import Mapping

import pandas as pd

from feature_learning.papers.dandi2023.shared.published_curves import published_curves
from feature_learning.statistics import Evidence, Tables, by_seed


def _curve(tables: Tables, target: str, time: int) -> pd.DataFrame:
    runs = tables.runs("learning_curves", target=target, time=time, rate=0.5)
    return by_seed(runs, "error", "log_size")


def staircase(tables: Tables) -> Evidence:
    sizes = [1.25, 1.5, 1.75]
    gain = _curve(tables, "notebook-2", 1) - _curve(tables, "notebook-2", 2)
    return Evidence(gain[sizes].to_numpy(), [f"log n/log d = {size}" for size in sizes])


def _published(tables: Tables, time: int, rivals: Mapping[str, Mapping[float, float]]) -> Evidence:
    """Return errors less those of the authors' picture; the rivals are other protocols, by target
    and log n/log d.
    """
    parts, others = [], []
    for target, of_target in rivals.items():
        runs = tables.runs("published_step", target=target, time=time)
        errors, curve = by_seed(runs, "error", "log_size"), published_curves(target)
        published = curve[curve["time"] == time].set_index("log_size")["error"]
        for size in tables.values("published_step", "log_size"):
            point = f"{target}, log n/log d = {size}"
            parts.append((point, (errors[size] - published[size]).to_numpy()))
            others.append(of_target.get(size, math.nan))
    return Evidence.stacked(parts).against(others)


def published_one_step(tables: Tables) -> Evidence:
    whole = {"quartic": {1.0: -0.09, 1.25: -0.07}, "notebook-2": {1.0: -0.10, 1.25: -0.14}}
    return _published(tables, 1, whole)


def published_random_features(tables: Tables) -> Evidence:
    narrow = {"quartic": dict.fromkeys((1.0, 1.25, 1.5, 1.75), 0.08), "notebook-2": {}}
    return _published(tables, 0, narrow)
