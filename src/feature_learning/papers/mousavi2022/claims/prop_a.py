"""Evidence for prop-a."""

import numpy as np
import pandas as pd

from feature_learning.papers.mousavi2022.shared.late_times import FITTED_FROM, last, late_slopes
from feature_learning.statistics import Evidence, Tables, at_points, by_seed, named, slope_per_seed


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


def exponent(tables: Tables) -> Evidence:
    runs, offset = tables.runs("decay"), tables.value("decay", "step_offset")
    decays = [decay for decay in tables.values("decay", "decay") if decay != 0.25]
    groups = [runs[runs["decay"] == decay] for decay in decays]
    slopes = [late_slopes(group, FITTED_FROM["decay"], offset) for group in groups]
    predicted = at_points(tables.theory("decay"), "exponent", "decay", decays)
    return Evidence(np.column_stack(slopes), named("lambda", decays), predicted)


def _final(tables: Tables, value: str) -> pd.DataFrame:
    """Return a column at the last time, with one row per seed and one column per decay."""
    return by_seed(last(tables.runs("decay")), value, "decay")


def no_decay(tables: Tables) -> Evidence:
    return Evidence(_final(tables, "perp")[[0.0]].to_numpy(), named("lambda", [0.0]))


def decays(tables: Tables) -> Evidence:
    final = _final(tables, "perp")
    strong = [decay for decay in tables.values("decay", "decay") if decay >= 0.25]
    ratios = final[strong].div(final[0.0], axis=0)
    return Evidence(ratios.to_numpy(), named("lambda", strong))


def _over_prediction(tables: Tables, value: str, decays: list[float]) -> Evidence:
    """Return a column at the last time over its prediction for the same network."""
    ratios = _final(tables, value)[decays] / _final(tables, f"predicted_{value}")[decays]
    return Evidence(ratios.to_numpy(), named("lambda", decays))


def along(tables: Tables) -> Evidence:
    return _over_prediction(tables, "par", [0.25, 0.5, 1.0, 2.0])


def risk(tables: Tables) -> Evidence:
    return _over_prediction(tables, "risk", [0.1, 0.25, 0.5, 1.0, 2.0])
