"""Evidence for prop-f."""

import pandas as pd

from feature_learning.papers.mousavi2022.shared.even import even_runs
from feature_learning.papers.mousavi2022.shared.late_times import FITTED_FROM, last, late_slopes
from feature_learning.statistics import Evidence, Tables, by_seed, named, one_by_seed


def slope(tables: Tables) -> Evidence:
    runs, offset = tables.runs("subspace"), tables.value("subspace", "step_offset")
    slopes = []
    for target in tables.values("subspace", "target"):
        for decay in tables.values("subspace", "decay"):
            group = runs[(runs["target"] == target) & (runs["decay"] == decay)]
            exponents = late_slopes(group, FITTED_FROM["prop-f"], offset / min(decay, 1.0))
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
