"""Evidence for fig4."""

from feature_learning.statistics import (
    Evidence,
    Tables,
    against_theory,
    by_run,
    by_seed,
    slope_of_mean,
)


def exponent(tables: Tables) -> Evidence:
    return slope_of_mean(by_seed(by_run(tables.runs("chaos")), "variance", "width"), "slope")


def leading_order(tables: Tables) -> Evidence:
    runs = by_run(tables.runs("chaos"))
    return against_theory(runs, tables.theory("chaos"), "variance", "width", symbol="N")


def linear(tables: Tables) -> Evidence:
    runs = by_run(tables.runs("linear_neurons"))
    return against_theory(runs, tables.theory("linear_neurons"), "excess", "width", symbol="N")
