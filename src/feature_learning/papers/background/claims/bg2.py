"""Evidence for bg2."""

from feature_learning.papers.background.shared.laws import distance_from_law
from feature_learning.statistics import (
    Evidence,
    Tables,
    against_theory,
    by_run,
    by_seed,
    named,
    slope_per_seed,
)


def law(tables: Tables) -> Evidence:
    runs = by_run(tables.runs("square_histogram"))
    runs["distance"] = distance_from_law(runs, tables.theory("square_histogram"))
    distances = by_seed(runs, "distance", "t")
    return Evidence(distances.to_numpy(), named("t", list(distances.columns)))


def risk(tables: Tables) -> Evidence:
    runs, theory = by_run(tables.runs("square_histogram")), tables.theory("square_histogram")
    return against_theory(runs[runs["t"] >= 1], theory, "risk", "t", symbol="t")


def exponent(tables: Tables) -> Evidence:
    risks = by_seed(by_run(tables.runs("square_histogram")), "risk", "t", [3.0, 10.0, 30.0])
    return Evidence(slope_per_seed(risks)[:, None], ["t = 3 to 30"])
