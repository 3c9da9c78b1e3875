"""The ends of the bulk against the width."""

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_ENDS = plot.unordered("quantity", {"largest": "largest", "smallest": "smallest"})


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw both extremes and their limits, at the largest d."""
    (ax,) = figure.panels()
    d = tables.values("extremes", "d")[-1]
    ends = list(_ENDS.names)
    limits = tables.theory("extremes", d=d).melt("ratio", ends, "quantity")
    plot.theory(ax, limits, "ratio", "value", _ENDS)
    found = plot.estimates(tables.runs("extremes", d=d), ends, ["ratio"])
    plot.simulation(ax, found, "ratio", _ENDS)
    ax.set(xlabel="neurons per dimension $N/d$", ylabel="singular value of $W$")
