"""Evidence for bg3."""

from feature_learning.statistics import (
    Evidence,
    Tables,
    against_theory,
    by_run,
    by_seed,
    slope_of_mean,
)


def exponent(tables: Tables) -> Evidence:
    runs = by_run(tables.runs("width_fluctuations"))
    return slope_of_mean(by_seed(runs, "fluctuation", "width"), "slope")


def constant(tables: Tables) -> Evidence:
    runs, theory = by_run(tables.runs("width_fluctuations")), tables.theory("width_fluctuations")
    found = against_theory(runs[runs["width"] >= 300], theory, "fluctuation", "width", symbol="p")
    assert found.predicted is not None
    return found.against(2 * found.predicted)
