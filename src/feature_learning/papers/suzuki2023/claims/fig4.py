"""Evidence for fig4."""

import pandas as pd

from feature_learning.statistics import (
    Evidence,
    Tables,
    against_theory,
    at_points,
    by_run,
    by_seed,
    slope_of_mean,
)


def exponent(tables: Tables) -> Evidence:
    return slope_of_mean(by_seed(by_run(tables.runs("chaos")), "variance", "width"), "slope")


def leading_order(tables: Tables) -> Evidence:
    runs = by_run(tables.runs("chaos"))
    return _against_independent(runs, tables.theory("chaos"), "variance")


def linear(tables: Tables) -> Evidence:
    runs = by_run(tables.runs("linear_neurons"))
    return _against_independent(runs, tables.theory("linear_neurons"), "excess")


def _against_independent(runs: pd.DataFrame, law: pd.DataFrame, value: str) -> Evidence:
    """Return runs beside the theory, against N neurons that do not see each other."""
    widths = sorted(runs["width"].unique())
    found = against_theory(runs, law, value, "width", symbol="N")
    return found.against(at_points(law, "independent", "width", widths))
