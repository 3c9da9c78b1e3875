"""Evidence for figx-uniform."""

from feature_learning.statistics import Evidence, Tables, by_seed, slope_per_seed


def _slopes(tables: Tables, value: str) -> Evidence:
    curves = {s: by_seed(tables.runs("concentration", s=s), value, "n") for s in (1, 2, 3)}
    return Evidence.stacked([(f"s = {s}", slope_per_seed(curve)) for s, curve in curves.items()])


def gradients(tables: Tables) -> Evidence:
    return _slopes(tables, "gradient")


def concentration(tables: Tables) -> Evidence:
    return _slopes(tables, "distance")
