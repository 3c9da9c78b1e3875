"""Evidence for figx-landscape."""

from feature_learning.core.tables import Tables
from feature_learning.statistics.evidence import Evidence, named


def theorem(tables: Tables) -> Evidence:
    predicted = tables.theory("landscape")
    predicted = predicted[predicted["ridge"] >= 1e-3]
    points = [f"s = {s}, ridge = {ridge:g}" for s, ridge in zip(predicted["s"], predicted["ridge"], strict=True)]
    return Evidence.exact(list(map(float, predicted["violations"])), points)


def finite_width(tables: Tables) -> Evidence:
    runs = tables.runs("landscape")
    totals = runs[runs["ridge"] >= 1e-4].groupby(["seed", "s"])["violations"].sum().unstack("s")
    return Evidence(totals.to_numpy(), named("s", list(totals.columns)))
