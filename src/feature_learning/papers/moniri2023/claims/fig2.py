"""Evidence for fig2."""

from feature_learning.statistics import Evidence, Tables, against_theory, by_seed, slope_of_mean


def _slope(tables: Tables, value: str) -> Evidence:
    return slope_of_mean(by_seed(tables.runs("gradient_rank"), value, "n"), "slope in n")


def dropped_slope(tables: Tables) -> Evidence:
    return _slope(tables, "dropped")


def corrected_slope(tables: Tables) -> Evidence:
    return _slope(tables, "kept_corrected")


def talk_rank_one(tables: Tables) -> Evidence:
    return _slope(tables, "kept")


def kept_level(tables: Tables) -> Evidence:
    runs, theory = tables.runs("gradient_rank"), tables.theory("gradient_rank")
    return against_theory(runs, theory, "kept", "n", symbol="n")
