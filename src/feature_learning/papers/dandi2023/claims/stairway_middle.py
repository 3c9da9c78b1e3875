"""Evidence for stairway-middle."""

import math
from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from feature_learning.papers.dandi2023.shared.published_curves import published_curves
from feature_learning.statistics import Evidence, Tables, by_seed, named

_COMPARED = (1.0, 1.25, 1.5, 1.75, 2.0)  # log n/log d
Rivals = Mapping[tuple[str, int, float], float]
"""Other protocols' distances, by target, time and log n/log d."""


def _errors(tables: Tables, target: str, time: int) -> pd.DataFrame:
    return by_seed(tables.runs("stairway", target=target, time=time), "error", "log_size")


def _published(
    tables: Tables, times: Sequence[int], rivals: Rivals, *, relative: bool = False
) -> Evidence:
    """Return errors less those of the authors' picture, or over them less one, where it can be
    read.
    """
    parts, others = [], []
    for target in tables.values("stairway", "target"):
        curves = published_curves(target)
        for time in times:
            errors = _errors(tables, target, time)
            picture = curves[curves["time"] == time].set_index("log_size")["error"]
            for size in (one for one in _COMPARED if one in errors and one in picture):
                gap = errors[size] - picture[size]
                gap = gap / picture[size] if relative else gap
                point = f"{target}, T = {time}, log n/log d = {size}"
                parts.append((point, gap.to_numpy()))
                others.append(rivals.get((target, time, size), math.nan))
    return Evidence.stacked(parts).against(others)


def published_one_step(tables: Tables) -> Evidence:
    whole = {("quartic", 1, 1.0): -0.09, ("quartic", 1, 1.25): -0.07}
    return _published(tables, [1], {**whole, ("notebook-2", 1, 1.25): -0.14})


def published_random_features(tables: Tables) -> Evidence:
    narrow = {("quartic", 0, size): 0.08 for size in _COMPARED}
    return _published(tables, [0], narrow)


def published_later(tables: Tables) -> Evidence:
    fresh = {("notebook-2", 6, 1.25): -0.42}
    return _published(tables, [2, 6], fresh, relative=True)


def fitted_batch(tables: Tables) -> Evidence:
    sizes, parts = [0.75, 0.875, 1.0], []
    for target in tables.values("stairway", "target"):
        of_times = np.array(
            [_errors(tables, target, time)[sizes].to_numpy() for time in range(2, 7)]
        )
        spread = of_times.max(axis=0) / of_times.min(axis=0) - 1
        points = [f"{target}, {name}" for name in named("log n/log d", sizes)]
        parts.append(Evidence(spread, points))
    return Evidence.joined(parts)


def minimum(tables: Tables) -> Evidence:
    errors = _errors(tables, "notebook-2", 6)
    return Evidence(errors.idxmin(axis=1).to_numpy()[:, None], ["log n/log d of the minimum"])


def reversed_order(tables: Tables) -> Evidence:
    later, earlier = (_errors(tables, "quartic", time)[1.5] for time in (6, 4))
    return Evidence((later - earlier).to_numpy()[:, None], ["log n/log d = 1.5"])
