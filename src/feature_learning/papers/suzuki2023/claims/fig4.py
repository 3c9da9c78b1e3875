"""Evidence for fig4."""

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.statistics.evidence import Evidence, against_theory, by_run, by_seed
from feature_learning.statistics.exponents import loglog_slope


def exponent(tables: Tables) -> Evidence:
    matrix = by_seed(by_run(tables.runs("chaos")), "variance", "width")
    widths = np.array(matrix.columns, dtype=float)
    return Evidence(matrix.to_numpy(), ["slope"], fit=lambda mean: loglog_slope(widths, mean))


def leading_order(tables: Tables) -> Evidence:
    return against_theory(by_run(tables.runs("chaos")), tables.theory("chaos"), "variance", "width", symbol="N")


def linear(tables: Tables) -> Evidence:
    runs = by_run(tables.runs("linear_neurons"))
    return against_theory(runs, tables.theory("linear_neurons"), "excess", "width", symbol="N")
