"""Evidence for bg2."""

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.papers.background.claims import by_run_of
from feature_learning.papers.background.shared.laws import distance_from_law
from feature_learning.statistics.evidence import Evidence, against_theory, by_run, named
from feature_learning.statistics.exponents import loglog_slope


def law(tables: Tables) -> Evidence:
    runs = tables.runs("square_histogram")
    distances = distance_from_law(runs, tables.theory("square_histogram"))
    matrix = by_run_of(runs.assign(distance=distances), "distance", "t")
    return Evidence(matrix.to_numpy(), named("t", list(matrix.columns)))


def risk(tables: Tables) -> Evidence:
    runs = by_run(tables.runs("square_histogram"))
    return against_theory(runs[runs["t"] >= 1], tables.theory("square_histogram"), "risk", "t", symbol="t")


def exponent(tables: Tables) -> Evidence:
    matrix = by_run_of(tables.runs("square_histogram"), "risk", "t")[[3.0, 10.0, 30.0]]
    slopes = [loglog_slope(np.array(matrix.columns, dtype=float), row) for row in matrix.to_numpy()]
    return Evidence(np.array(slopes)[:, None], ["t = 3 to 30"])
