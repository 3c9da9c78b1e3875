"""Evidence for fig2b."""

from dataclasses import replace

import numpy as np

from feature_learning.papers.suzuki2023.shared.times import learning_times, powers
from feature_learning.statistics import Evidence, Tables, one_by_seed


def time_alpha(tables: Tables) -> Evidence:
    none, half, full = (
        np.log(one_by_seed(learning_times(tables, alpha=alpha, k=3, d=16), "t80"))
        for alpha in (0.0, 0.5, 1.0)
    )
    return _medians([("alpha = 0 less 0.5", none - half), ("alpha = 0.5 less 1", half - full)])


def time_bound(tables: Tables) -> Evidence:
    return _medians([(f"k = {k}", powers(tables, k, 1.0)) for k in (2, 3)])


def _medians(parts: list[tuple[str, np.ndarray]]) -> Evidence:
    """Return the medians over runs; one that did not finish counts as longer than any."""
    return replace(Evidence.stacked(parts), estimate="median")


def time_k(tables: Tables) -> Evidence:
    cubic, quadratic = (powers(tables, k, 0.0, 24) for k in (3, 2))
    gap = (cubic - quadratic)[:, None]
    return Evidence(gap, ["k = 3 less k = 2"], estimate="median")
