"""All three simulations."""

from feature_learning.core.tables import Tables
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.marks import simulation
from feature_learning.plotting.sheet import Sheet


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw one panel per experiment."""
    left, middle, right = figure.panels(1, 3)
    simulation(left, estimates(tables.runs("line", slope=1.0), "y", ["x"]), "x", label="line")
    simulation(middle, estimates(tables.runs("cloud"), "mean", ["centre"]), "centre", label="cloud")
    simulation(
        right, estimates(tables.runs("ring"), "distance", ["radius"]), "radius", label="ring"
    )
