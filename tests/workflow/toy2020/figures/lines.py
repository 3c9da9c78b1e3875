"""Two noisy lines."""

from feature_learning.core.tables import Tables
from feature_learning.plotting.overlay import simulation, theory
from feature_learning.plotting.sheet import Sheet


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw each line over its truth."""
    (ax,) = figure.panels()
    for series, (slope, runs) in enumerate(tables.runs("line").groupby("slope")):
        simulation(ax, runs, "x", "y", label=f"slope {slope}", series=series)
        theory(ax, tables.theory("line", slope=slope), "x", "y", label=f"truth, slope {slope}", dash=series)
    ax.legend()
