"""Evidence for fig4."""

import math

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.statistics.evidence import Evidence, at_points, by_seed


def theory(tables: Tables) -> Evidence:
    parts, d = [], int(tables.runs("multi_step")["d"].max())
    for target in ("notebook-1", "notebook-2"):
        for value in ("plus_first", "plus_second", "minus_first", "minus_second"):
            matrix = by_seed(tables.runs("multi_step", target=target, d=d), value, "time")
            times = list(matrix.columns)
            names = [f"{target}, {value.replace('_', ' ')}, T = {time}" for time in times]
            predicted = at_points(tables.theory("multi_step", target=target, d=d), value, "time", times)
            parts.append(Evidence(matrix.to_numpy(), names, predicted))
    return Evidence.joined(parts)


def _example(tables: Tables, target: str) -> tuple[np.ndarray, np.ndarray]:
    times = [2, 3]
    observed = by_seed(tables.runs("slide_examples", target=target), "new_direction", "time", times).to_numpy()
    return observed, at_points(tables.theory("slide_examples", target=target), "new_direction", "time", times)


def example_1(tables: Tables) -> Evidence:
    observed, predicted = _example(tables, "example-1")
    return Evidence(observed, ["T = 2", "T = 3"], predicted)


def example_2(tables: Tables) -> Evidence:
    d = int(tables.runs("slide_examples")["d"].iloc[0])
    return Evidence(math.sqrt(d) * _example(tables, "example-2")[0], ["T = 2", "T = 3"])
