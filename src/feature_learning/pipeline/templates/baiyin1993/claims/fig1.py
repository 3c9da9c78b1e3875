"""Evidence for fig1."""

from feature_learning.statistics import Evidence, Tables, against_theory, at_points, by_seed, named

_ENDS = ("largest", "smallest")
_BEYOND = 1.02


def ends(tables: Tables) -> Evidence:
    """Both extremes against their limits, at the largest d."""
    d = tables.values("extremes", "d")[-1]
    runs, limits = tables.runs("extremes", d=d), tables.theory("extremes", d=d)
    return Evidence.joined(
        [against_theory(runs, limits, end, "ratio", symbol="N/d", of=end) for end in _ENDS]
    )


def no_outlier(tables: Tables) -> Evidence:
    """Whether both extremes stay within 2 % of the bulk."""
    d = tables.values("extremes", "d")[-1]
    runs, limits = tables.runs("extremes", d=d), tables.theory("extremes", d=d)
    largest, smallest = (by_seed(runs, end, "ratio") for end in _ENDS)
    ratios = list(largest.columns)
    upper, lower = (at_points(limits, end, "ratio", ratios) for end in _ENDS)
    inside = (largest < _BEYOND * upper) & (smallest > lower / _BEYOND)
    return Evidence(inside.to_numpy(), named("N/d", ratios), estimate="fraction")
