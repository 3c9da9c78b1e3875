"""The risk of SGD in several dimensions on one equation."""

import numpy as np

from feature_learning import plotting as plot
from feature_learning.papers.background.panels import first_runs, online_panel, whole_way
from feature_learning.plotting import Sheet, Tables

_EQUATION = "ODE"


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the risk against time in each dimension, and the one equation of all."""
    (ax,) = figure.panels(height=2.4)
    runs = tables.runs("dimension_independence")
    first = first_runs(runs)
    way, risk = whole_way(first[first["d"] == first["d"].min()], "t")
    ax.plot(way, risk, color=plot.PREDICTION, zorder=3)
    figure.record(ax, _EQUATION, "theory", x=way, y=risk)
    figure.name(plot.Entry(ax, _EQUATION, "theory", plot.PREDICTION))
    sizes = sorted(set(runs["d"]))
    dimensions = plot.unordered("d", {d: f"$d = {d}$" for d in sizes})
    online_panel(ax, runs, "t", dimensions, apart=len(sizes))
    ax.set(xlabel="$t$")
    figure.key(ax, "lower left")
    gaps = np.abs(runs["risk"] / runs["ode_risk"] - 1)
    figure.say(off=gaps.max(), typical=float(np.sqrt((gaps**2).mean())))
