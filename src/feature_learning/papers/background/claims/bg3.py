"""Evidence for bg3."""

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.papers.background.claims import by_run_of
from feature_learning.statistics.evidence import Evidence, against_theory, by_run
from feature_learning.statistics.exponents import loglog_slope


def exponent(tables: Tables) -> Evidence:
    matrix = by_run_of(tables.runs("width_fluctuations"), "fluctuation", "width")
    widths = np.array(matrix.columns, dtype=float)
    return Evidence(matrix.to_numpy(), ["slope"], fit=lambda mean: loglog_slope(widths, mean))


def constant(tables: Tables) -> Evidence:
    runs = by_run(tables.runs("width_fluctuations"))
    return against_theory(runs[runs["width"] >= 300], tables.theory("width_fluctuations"), "fluctuation", "width", symbol="p")
