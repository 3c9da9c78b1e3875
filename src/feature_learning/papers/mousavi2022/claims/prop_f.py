"""Evidence for prop-f."""

from feature_learning.papers.mousavi2022.shared.late_times import FITTED_FROM, last, late_slopes
from feature_learning.statistics import Evidence, Tables, by_seed, named


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
