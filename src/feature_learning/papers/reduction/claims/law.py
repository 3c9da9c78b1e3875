"""Evidence for law."""

from feature_learning.core.tables import Tables
from feature_learning.papers.reduction.shared.comparison import method_distances
from feature_learning.statistics.evidence import Evidence


def same(tables: Tables) -> Evidence:
    distances = method_distances(tables.runs("law"))
    return Evidence.exact(distances.tolist(), [f"{name}, d = {d}" for d, name in distances.index])
