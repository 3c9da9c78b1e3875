"""Both simulations."""

from feature_learning.core.tables import Tables
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.marks import simulation
from feature_learning.plotting.sheet import Sheet


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw one panel per experiment."""
    left, right = figure.panels(1, 2)
    simulation(left, estimates(tables.runs("line", slope=1.0), "y", ["x"]), "x", label="line")
    found = estimates(tables.runs("cloud"), "mean", ["centre"])
    simulation(right, found, "centre", label="cloud")
