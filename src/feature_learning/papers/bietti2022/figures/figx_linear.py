"""How fast recovered runs approach the direction."""

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.plotting.overlay import guide, simulation
from feature_learning.plotting.sheet import Sheet

_RECOVERED = 0.9


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw 1 - |m| of recovered runs, and the theorem's two rates."""
    (ax,) = figure.panels(height=2.6)
    runs = tables.runs("learning_curves")
    d = int(runs["d"].min())
    runs = runs[(runs["d"] == d) & (runs["overlap"] > _RECOVERED) & (runs["n"] >= 300)]
    runs = runs.assign(distance=1 - runs["overlap"])
    sizes = np.geomspace(300, 20000, 20)
    if len(runs):
        sizes = np.geomspace(runs["n"].min(), runs["n"].max(), 20)
        at = float(runs[runs["n"] == runs["n"].max()]["distance"].median())
        for power, name, dash in ((1, "d/n", 0), (2, r"$d^4/n^2$", 1)):
            curve = at * (sizes[-1] / sizes) ** power
            guide(ax, sizes, curve, label=name, dash=dash)
            figure.record(ax, name, "theory", x=sizes, y=curve)
    for series, s in enumerate(sorted(runs["s"].unique())):
        simulation(ax, runs[runs["s"] == s], "n", "distance", label=f"s = {s}", series=series, median=True)
    ax.set_xscale("log")
    ax.set_yscale("log")
    ax.set_xlabel("n")
    ax.set_ylabel(f"1 - |m|, d = {d}")
    ax.legend(loc="lower left")
