"""Two noisy lines."""

from feature_learning.core.tables import Tables
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.marks import simulation, theory
from feature_learning.plotting.palette import ordered
from feature_learning.plotting.sheet import Sheet


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw each line over its truth."""
    (ax,) = figure.panels()
    runs = tables.runs("line")
    slopes = ordered("slope", runs["slope"], "slope {:g}")
    theory(ax, tables.theory("line"), "x", "y", slopes)
    simulation(ax, estimates(runs, "y", ["slope", "x"]), "x", slopes)
    ax.set_xlabel("position")
