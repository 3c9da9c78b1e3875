"""Evidence for prop-f."""

from typing import cast

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.papers.mousavi2022.shared.late_times import FITTED_FROM, last, late_slopes
from feature_learning.papers.mousavi2022.shared.measured import singular_ratio
from feature_learning.statistics.evidence import Evidence, by_seed, named


def slope(tables: Tables) -> Evidence:
    columns, points = [], []
    for key, own in tables.runs("subspace").groupby(["target", "decay"], sort=True):
        target, decay = cast(tuple[str, float], key)
        offset = float(own["step_offset"].iloc[0]) / min(decay, 1.0)
        columns.append(late_slopes(own, FITTED_FROM["prop-f"], offset))
        points.append(f"{target}, lambda = {decay:g}")
    return Evidence(np.column_stack(columns), points)


def one_direction(tables: Tables) -> Evidence:
    return singular_ratio(tables, "two-tanh", 0.25, 1.0)


def two_directions(tables: Tables) -> Evidence:
    return singular_ratio(tables, "tanh-and-square", 1.0)


def two_directions_weak(tables: Tables) -> Evidence:
    return singular_ratio(tables, "tanh-and-square", 0.25)


def hermite_3(tables: Tables) -> Evidence:
    parts = {target: by_seed(last(tables.runs("subspace", target=target)), "par", "decay") for target in ("hermite-3", "two-tanh")}
    ratio = parts["hermite-3"] / parts["two-tanh"]
    return Evidence(ratio.to_numpy(), named("lambda", list(map(float, ratio.columns))))
