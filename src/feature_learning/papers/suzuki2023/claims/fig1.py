"""Evidence for fig1."""

from feature_learning.core.tables import Tables
from feature_learning.papers.suzuki2023.shared.thresholds import exponent_difference, exponents, heat_curves, kernel_curves, log_ratios
from feature_learning.statistics.evidence import Evidence, by_run, by_seed, named


def exponent(tables: Tables) -> Evidence:
    return exponents([heat_curves(tables, 16, 64)], ["slope"])


def kernel(tables: Tables) -> Evidence:
    return log_ratios(kernel_curves(tables, 2), heat_curves(tables), [16, 32])


def kernel_gap(tables: Tables) -> Evidence:
    common = [16, 24, 32, 48]
    return exponent_difference(kernel_curves(tables, 2).at(common), heat_curves(tables).at(common), "kernel less network")


def learned(tables: Tables) -> Evidence:
    runs = tables.runs("growth_k2", n_over_d=8.0)
    matrix = by_seed(by_run(runs[runs["horizon"] == runs["horizon"].max()]), "accuracy", "d")
    return Evidence(matrix.to_numpy(), named("d", list(matrix.columns)))


def too_few(tables: Tables) -> Evidence:
    runs = tables.runs("heatmap")
    few = runs[(runs["horizon"] == runs["horizon"].max()) & (runs["n"] <= runs["d"]) & (runs["d"] >= 16)]
    matrix = by_seed(by_run(few[few["n"] == few.groupby("d")["n"].transform("max")]), "accuracy", "d")
    return Evidence(matrix.to_numpy(), named("d", list(matrix.columns)))
