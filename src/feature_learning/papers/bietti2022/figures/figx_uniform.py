"""Concentration of the empirical landscape."""

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.plotting.overlay import guide, simulation
from feature_learning.plotting.sheet import Sheet


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the largest distance against n."""
    (ax,) = figure.panels(height=2.6)
    runs = tables.runs("concentration")
    sizes = np.array(sorted(runs["n"].unique()), dtype=float)
    middle = float(runs[runs["n"] == sizes[0]]["distance"].mean())
    slope = middle * np.sqrt(sizes[0] / sizes)
    guide(ax, sizes, slope, label="slope $-1/2$")
    figure.record(ax, "slope -1/2", "theory", x=sizes, y=slope)
    for series, s in enumerate(sorted(runs["s"].unique())):
        own = runs[runs["s"] == s]
        simulation(ax, own.assign(n=own["n"] * (1 + 0.07 * series)), "n", "distance", label=f"s = {s}", series=series)
    ax.set_xscale("log")
    ax.set_yscale("log")
    ax.set_ylim(5e-4, 0.2)
    ax.set_xlabel("n")
    ax.set_ylabel(r"$\sup |L_n - L|$")
    ax.legend(loc="lower left")
