"""Evidence for notebook-one-step."""

import pandas as pd

from feature_learning.papers.dandi2023.shared.model import linear_floor
from feature_learning.papers.dandi2023.shared.published import PUBLISHED
from feature_learning.statistics import Evidence, Tables, by_seed, named


def _notebook(tables: Tables, sizes: list[float]) -> Evidence:
    """Return the error as the notebook takes it, over the one it prints, less one."""
    runs = tables.runs("preprocessed", weights="stepped")
    errors = by_seed(runs, "as_published", "log_size", sizes)
    ratios = errors / [PUBLISHED[size].mean for size in sizes] - 1
    return Evidence(ratios.to_numpy(), named("log n/log d", sizes))


def published(tables: Tables) -> Evidence:
    return _notebook(tables, [1.3, 1.65])


def published_square(tables: Tables) -> Evidence:
    return _notebook(tables, [2.0])


def _at_square(tables: Tables, weights: str) -> pd.DataFrame:
    """Return the errors at n = d^2, one column per dimension."""
    names = ("preprocessed_sizes", "preprocessed")
    runs = pd.concat([tables.runs(name, weights=weights) for name in names])
    return by_seed(runs[runs["log_size"] == 2.0], "error", "d")


def square(tables: Tables) -> Evidence:
    ratios = _at_square(tables, "stepped") / linear_floor("quartic")
    return Evidence(ratios.to_numpy(), named("d", list(ratios.columns)))


def square_frozen(tables: Tables) -> Evidence:
    excess = _at_square(tables, "frozen") - linear_floor("quartic")
    return Evidence(excess.to_numpy(), named("d", list(excess.columns)))
