"""The generalisation gap."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning.core.tables import Tables
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.lines import guide, logarithmic
from feature_learning.plotting.marks import simulation, theory
from feature_learning.plotting.palette import Hue, ordered
from feature_learning.plotting.sheet import Sheet


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the gap by width in one dimension, and by dimension at one width."""
    by_width, by_dimension = axes = figure.panels(1, 2, sharey=True)
    runs, predicted = tables.runs("gap"), tables.theory("gap")
    d, widths = int(runs["d"].min()), sorted(runs["width"].unique())
    m = int(widths[len(widths) // 2])
    by_width.set_title(f"the gap does not depend on $m$ ($d = {d}$)")
    _gaps(by_width, runs[runs["d"] == d], ordered("width", widths, "$m = {}$", palette="flare"))
    by_dimension.set_title(f"nor on $d$ ($m = {m}$)")
    _gaps(by_dimension, runs[runs["width"] == m], ordered("d", runs["d"], "$d = {}$"))
    for ax in axes:
        theory(ax, predicted, "t_over_d", "bound", label=r"bound's shape $\sqrt{d/T}$, constant 1")
        logarithmic(ax, "y")
        logarithmic(ax, "x", ticks=sorted(runs["t_over_d"].unique()))
        ax.set_xlabel("samples per dimension $T/d$")
        ax.set_ylabel("generalisation gap")


def _gaps(ax: Axes, runs: pd.DataFrame, hue: Hue) -> None:
    found = estimates(runs, "gap", [hue.column, "t_over_d"])
    crossing = found["low"] <= 0  # no interval on a logarithmic axis: an open marker
    found.loc[crossing, ["low", "high"]] = [-np.inf, np.inf]
    found = found[found["estimate"] > 0]
    simulation(ax, found, "t_over_d", hue, dodge=5)
    ratios = np.sort(found["t_over_d"].unique())
    first = float(found[found["t_over_d"] == ratios[0]]["estimate"].min()) if len(ratios) else 1.0
    guide(ax, ratios, 0.3 * first * ratios[0] / ratios, "slope $-1$", at=0)
