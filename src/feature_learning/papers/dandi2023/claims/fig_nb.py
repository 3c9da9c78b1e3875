"""Evidence for fig-nb."""

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.papers.dandi2023.shared.model import linear_floor
from feature_learning.papers.dandi2023.shared.published import PUBLISHED
from feature_learning.statistics.evidence import Evidence, by_seed, named


def _notebook(tables: Tables, sizes: list[float]) -> Evidence:
    """The error as the notebook takes it, over the one it prints, less one."""
    matrix = by_seed(tables.runs("preprocessed", weights="stepped"), "as_published", "log_size", sizes)
    return Evidence((matrix / [PUBLISHED[size].mean for size in sizes] - 1).to_numpy(), named("log n/log d", sizes))


def published(tables: Tables) -> Evidence:
    return _notebook(tables, [1.3, 1.65])


def published_square(tables: Tables) -> Evidence:
    return _notebook(tables, [2.0])


def _at_square(tables: Tables, weights: str) -> list[tuple[str, np.ndarray]]:
    runs = pd.concat([tables.runs(name, weights=weights) for name in ("preprocessed_sizes", "preprocessed")])
    matrix = by_seed(runs[runs["log_size"] == 2.0], "error", "d")
    return [(f"d = {d}", matrix[d].to_numpy()) for d in matrix]


def square(tables: Tables) -> Evidence:
    return Evidence.stacked([(name, error / linear_floor("quartic")) for name, error in _at_square(tables, "stepped")])


def square_frozen(tables: Tables) -> Evidence:
    return Evidence.stacked([(name, error - linear_floor("quartic")) for name, error in _at_square(tables, "frozen")])
