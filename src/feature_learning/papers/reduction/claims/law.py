"""Evidence for law."""

from feature_learning.papers.reduction.shared.comparison import (
    dimension_distances,
    method_distances,
)
from feature_learning.statistics import Evidence, Tables


def same(tables: Tables) -> Evidence:
    runs = tables.runs("law")
    distances, apart = method_distances(runs), dimension_distances(runs)
    points = [f"{name}, d = {d}" for d, name in distances.index]
    return Evidence.exact(distances.tolist(), points).against(
        apart.reindex(distances.index).to_numpy()
    )
