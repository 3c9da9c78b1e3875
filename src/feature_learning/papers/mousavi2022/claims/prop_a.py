"""Evidence for prop-a."""

import numpy as np

from feature_learning.papers.mousavi2022.shared.late_times import FITTED_FROM, last, late_slopes
from feature_learning.statistics import Evidence, Tables, by_seed, named, slope_per_seed


def theory(tables: Tables) -> Evidence:
    runs = tables.runs("perp_time")
    runs = runs[runs["t_over_d"] >= 5].assign(
        ratio=lambda rows: np.log(rows["perp"] / rows["predicted"])
    )
    ratios = runs.groupby(["seed", "d"])["ratio"].mean().unstack()
    return Evidence(np.exp(ratios.to_numpy()), named("d", list(ratios.columns)))


def slope(tables: Tables) -> Evidence:
    offset, start = tables.value("perp_time", "step_offset"), FITTED_FROM["prop-a"]
    groups = tables.runs("perp_time").groupby("d")
    slopes = [(f"d = {d}", late_slopes(runs, start, offset)) for d, runs in groups]
    return Evidence.stacked(slopes)


def dimension(tables: Tables) -> Evidence:
    matrix = by_seed(last(tables.runs("perp_time")), "perp", "d")
    return Evidence(slope_per_seed(matrix)[:, None], ["exponent in d"])


def width(tables: Tables) -> Evidence:
    matrix = by_seed(last(tables.runs("perp_width")), "perp", "width")
    return Evidence(slope_per_seed(matrix)[:, None], ["exponent in m"])
