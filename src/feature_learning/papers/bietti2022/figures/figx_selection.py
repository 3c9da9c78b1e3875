"""One run, the best of twelve step sizes and ridges, the best of twelve inits."""

import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.plotting.overlay import simulation
from feature_learning.plotting.sheet import Sheet

_WAYS = ("single", "best of 12\nsettings", "best of 12\ninits")


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the three ways for the exponents that were restarted."""
    (ax,) = figure.panels(height=2.6)
    runs = tables.runs("selection")
    runs = runs[(runs["n"] == runs["restarts_at"]) & (runs["d"] == runs["d"].min())]
    restarted = sorted(runs[runs["restart"] > 0]["s"].unique())
    for series, s in enumerate(restarted):
        own = runs[runs["s"] == s]
        default = own[(own["eta"] == own["default_eta"]) & (own["ridge"] == own["default_ridge"])]
        parts = []
        for way, chosen in enumerate((default[default["restart"] == 0], own[own["restart"] == 0], default)):
            best = chosen.groupby("seed", as_index=False)["overlap"].max()
            parts.append(best.assign(way=way + 0.12 * (series - (len(restarted) - 1) / 2)))
        simulation(ax, pd.concat(parts), "way", "overlap", label=f"s = {s}", series=series)
    ax.set_xticks(range(3), _WAYS)
    ax.set_xlim(-0.5, 2.5)
    ax.set_ylim(0, 1.15)
    ax.set_ylabel(f"overlap, d = {int(runs['d'].iloc[0])}, n = {int(runs['n'].iloc[0])}")
    ax.legend(loc="lower right")
