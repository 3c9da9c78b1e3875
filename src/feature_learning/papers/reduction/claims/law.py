"""Evidence for law."""

import numpy as np

from feature_learning.papers.reduction.experiments.law import METHODS, NUMBERS
from feature_learning.papers.reduction.shared.comparison import dimension_distances
from feature_learning.statistics import Evidence, Interval, Tables, by_seed, distance_interval


def same(tables: Tables) -> Evidence:
    runs, apart = tables.runs("law"), dimension_distances(tables.runs("law"))
    points = [(d, number) for d in sorted(runs["d"].unique()) for number in NUMBERS]
    samples = np.stack(
        [
            by_seed(runs[(runs["d"] == d) & (runs["method"] == method)], number, "replica")
            for d, number in points
            for method in METHODS
        ],
        axis=1,
    )  # (seeds, points of both methods in turn, runs of a seed)

    def bounds(observed: np.ndarray, level: float) -> list[Interval]:
        by_sample = observed.reshape(len(observed), len(points), len(METHODS), -1)
        return [
            distance_interval(direct.ravel(), reduced.ravel(), level)
            for direct, reduced in by_sample.transpose(1, 2, 0, 3)
        ]

    names = [f"{number}, d = {d}" for d, number in points]
    found = Evidence(samples.reshape(len(samples), -1), names, bounds=bounds)
    return found.against(apart.reindex(points).to_numpy())
