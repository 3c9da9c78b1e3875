"""Evidence for figure-2."""

from feature_learning.statistics import Evidence, Tables, by_seed


def _cosine(tables: Tables, number: int) -> Evidence:
    runs = tables.runs("singular_vectors")
    return Evidence.of(by_seed(runs, f"cosine_{number}", "alpha"), "alpha")


def line(tables: Tables) -> Evidence:
    return _cosine(tables, 1)


def parabola(tables: Tables) -> Evidence:
    return _cosine(tables, 2)
