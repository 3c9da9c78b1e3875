"""Evidence for prop-a."""

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.papers.mousavi2022.shared.late_times import FITTED_FROM, last, late_slopes
from feature_learning.statistics.evidence import Evidence, by_seed, named
from feature_learning.statistics.exponents import loglog_slope


def theory(tables: Tables) -> Evidence:
    runs = tables.runs("perp_time")
    runs = runs[runs["t_over_d"] >= 5].assign(ratio=lambda frame: np.log(frame["perp"] / frame["predicted"]))
    ratios = runs.groupby(["seed", "d"])["ratio"].mean().unstack()
    return Evidence(np.exp(ratios.to_numpy()), named("d", list(ratios.columns)))


def slope(tables: Tables) -> Evidence:
    groups = list(tables.runs("perp_time").groupby("d", sort=True))
    slopes = [late_slopes(own, FITTED_FROM["prop-a"], float(own["step_offset"].iloc[0])) for _, own in groups]
    return Evidence(np.column_stack(slopes), [f"d = {d}" for d, _ in groups])


def dimension(tables: Tables) -> Evidence:
    matrix = by_seed(last(tables.runs("perp_time")), "perp", "d")
    d = matrix.columns.to_numpy(dtype=float)
    return Evidence(np.array([[loglog_slope(d, row)] for row in matrix.to_numpy()]), ["exponent in d"])


def width(tables: Tables) -> Evidence:
    matrix = by_seed(last(tables.runs("perp_width")), "perp", "width")
    widths = matrix.columns.to_numpy(dtype=float)
    return Evidence(np.array([[loglog_slope(widths, row)] for row in matrix.to_numpy()]), ["exponent in m"])
