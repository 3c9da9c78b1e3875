"""Evidence for fig2."""

from feature_learning.core.tables import Tables
from feature_learning.statistics.evidence import Evidence, against_theory, by_seed
from feature_learning.statistics.exponents import loglog_slope


def _slope(tables: Tables, value: str) -> Evidence:
    matrix = by_seed(tables.runs("gradient_rank"), value, "n")
    sizes = matrix.columns.to_numpy(dtype=float)
    return Evidence(matrix.to_numpy(), ["slope in n"], fit=lambda curve: loglog_slope(sizes, curve))


def dropped_slope(tables: Tables) -> Evidence:
    return _slope(tables, "dropped")


def corrected_slope(tables: Tables) -> Evidence:
    return _slope(tables, "kept_corrected")


def kept_flat(tables: Tables) -> Evidence:
    return _slope(tables, "kept")


def kept_level(tables: Tables) -> Evidence:
    return against_theory(tables.runs("gradient_rank"), tables.theory("gradient_rank"), "kept", "n", symbol="n")
