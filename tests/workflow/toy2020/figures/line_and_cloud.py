"""Both simulations."""

from feature_learning.core.tables import Tables
from feature_learning.plotting.overlay import simulation
from feature_learning.plotting.sheet import Sheet


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw one panel per experiment."""
    left, right = figure.panels(1, 2)
    simulation(left, tables.runs("line", slope=1.0), "x", "y", label="line")
    simulation(right, tables.runs("cloud"), "centre", "mean", label="cloud")
