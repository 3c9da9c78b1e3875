"""Evidence for lines."""

from feature_learning.statistics import Evidence, Tables, at_points, by_seed, named


def on_theory(tables: Tables) -> Evidence:
    """The line of slope 1, at its points."""
    observed = by_seed(tables.runs("line", slope=1.0), "y", "x")
    points = [float(x) for x in observed.columns]
    return Evidence(
        observed.to_numpy(),
        named("x", points),
        at_points(tables.theory("line", slope=1.0), "y", "x", points),
    )
