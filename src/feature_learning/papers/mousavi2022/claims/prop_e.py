"""Evidence for prop-e."""

import numpy as np
import pandas as pd

from feature_learning.papers.mousavi2022.shared.even import even_runs
from feature_learning.papers.mousavi2022.shared.late_times import FITTED_FROM, last, late_slopes
from feature_learning.statistics import (
    Evidence,
    Tables,
    by_seed,
    named,
    one_by_seed,
    slope_of_mean,
    slope_per_seed,
)


def _at_rank(tables: Tables, layer: str, value: str, rank: int) -> np.ndarray:
    return by_seed(tables.runs("compress", layer=layer), value, "rank", [rank]).to_numpy()


def energy(tables: Tables) -> Evidence:
    return Evidence(_at_rank(tables, "decay", "energy", 0), ["lambda = 1"])


def no_decay(tables: Tables) -> Evidence:
    gap = _at_rank(tables, "decay", "energy", 0) - _at_rank(tables, "no-decay", "energy", 0)
    return Evidence(gap, ["lambda = 1 less 0"])


def _of_rank_one(tables: Tables, layer: str) -> np.ndarray:
    """Return the error of rank one over that of the whole layer."""
    return _at_rank(tables, layer, "error", 1) / _at_rank(tables, layer, "full", 1)


def rank_one(tables: Tables) -> Evidence:
    return Evidence(_of_rank_one(tables, "decay"), ["lambda = 1"])


def _against_time(tables: Tables, value: str, layer: str) -> Evidence:
    """Return the slope of the mean over seeds against t + t0, at the smaller dimension."""
    runs = tables.runs("compress_time", layer=layer)
    curves = by_seed(runs[runs["d"] == runs["d"].min()], value, "t_over_d")
    offset = tables.value("compress_time", "step_offset")
    return slope_of_mean(
        curves.set_axis(curves.columns.to_numpy(dtype=float) + offset, axis=1), "slope"
    )


def _rate(tables: Tables, value: str) -> Evidence:
    without = _against_time(tables, value, "no-decay")
    assert without.fit is not None
    rival = float(without.fit(without.observed.mean(axis=0)))
    return _against_time(tables, value, "decay").against(rival)


def cost_rate(tables: Tables) -> Evidence:
    return _rate(tables, "cost")


def lost_rate(tables: Tables) -> Evidence:
    return _rate(tables, "lost")


def lost_dimension(tables: Tables) -> Evidence:
    """Each seed's exponent between the two dimensions, at the times that both have."""
    runs, parts = tables.runs("compress_time", layer="decay"), []
    dimensions = sorted(runs["d"].unique())
    for time, own in runs.groupby("t_over_d"):
        if own["d"].nunique() == len(dimensions):
            curves = by_seed(own, "lost", "d")
            parts.append((f"T/d = {time:g}", slope_per_seed(curves)))
    return Evidence.stacked(parts)


def slope(tables: Tables) -> Evidence:
    runs, offset = tables.runs("subspace"), tables.value("subspace", "step_offset")
    slopes = []
    for target in tables.values("subspace", "target"):
        for decay in tables.values("subspace", "decay"):
            group = runs[(runs["target"] == target) & (runs["decay"] == decay)]
            exponents = late_slopes(group, FITTED_FROM["subspace"], offset / min(decay, 1.0))
            slopes.append((f"{target}, lambda = {decay:g}", exponents))
    return Evidence.stacked(slopes)


def _singular_ratio(tables: Tables, target: str, *decays: float) -> Evidence:
    """Return the second over the first singular value at the end."""
    runs = last(tables.runs("subspace", target=target))
    ratios = by_seed(runs.assign(ratio=runs["second"] / runs["first"]), "ratio", "decay", decays)
    return Evidence(ratios.to_numpy(), named("lambda", decays))


def one_direction(tables: Tables) -> Evidence:
    return _singular_ratio(tables, "two-tanh", 0.25, 1.0)


def two_directions(tables: Tables) -> Evidence:
    return _singular_ratio(tables, "tanh-and-square", 1.0)


def hermite_3(tables: Tables) -> Evidence:
    third, first = (
        by_seed(last(tables.runs("subspace", target=target)), "par", "decay")
        for target in ("hermite-3", "two-tanh")
    )
    ratios = third / first
    return Evidence(ratios.to_numpy(), named("lambda", list(ratios.columns)))


def _even(tables: Tables) -> list[tuple[str, int, pd.DataFrame]]:
    """Return the runs of the even target with up to four directions, by dimension and k."""
    cells = even_runs(tables).groupby(["d", "k"])
    return [(f"d = {d}, k = {k}", int(own["k"].iloc[0]), own) for (d, k), own in cells]


def converges(tables: Tables) -> Evidence:
    parts = []
    for name, _, own in _even(tables):
        perp = by_seed(own, "perp", "t_over_d").to_numpy()
        parts.append((name, perp[:, -1] / perp[:, 0]))
    return Evidence.stacked(parts)


def all_directions(tables: Tables) -> Evidence:
    parts = []
    for name, k, own in _even(tables):
        if k > 1:
            end = last(own)
            parts.append((name, one_by_seed(end.assign(r=end["smallest"] / end["random"]), "r")))
    return Evidence.stacked(parts)


def slope_k(tables: Tables) -> Evidence:
    offset = tables.value("subspace_k", "step_offset")
    return Evidence.stacked(
        [(name, late_slopes(own, FITTED_FROM["even"], offset)) for name, _, own in _even(tables)]
    )
