"""The evidence for each claim of the throw-away paper."""

from __future__ import annotations

from feature_learning.core.tables import Tables
from feature_learning.statistics.evidence import Evidence, at_points, by_seed, named


def lines_on_theory(tables: Tables) -> Evidence:
    """The line of slope 1, at its points."""
    observed = by_seed(tables.runs("line", slope=1.0), "y", "x")
    points = [float(x) for x in observed.columns]
    return Evidence(observed.to_numpy(), named("x", points), at_points(tables.theory("line", slope=1.0), "y", "x", points))


def line_and_cloud_centre(tables: Tables) -> Evidence:
    """The mean of the cloud."""
    return Evidence(tables.runs("cloud")[["mean"]].to_numpy(), ["mean"])


def powers_shrink(tables: Tables) -> Evidence:
    """Cube minus square, in the middle."""
    cube, square = (at_points(tables.theory("powers", power=power), "y", "x", [0.5]) for power in (3, 2))
    return Evidence.exact(cube - square, ["x = 0.5"])
