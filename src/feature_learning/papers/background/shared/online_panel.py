"""The panel of a published picture: SGD in several dimensions on its equations."""

from typing import Any

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot


def online_panel(
    ax: Axes, runs: pd.DataFrame, time: str, hue: plot.Hue, *, largest: float = 1.0
) -> None:
    """Draw the risk of the first seed in each dimension, and that of the equations from its start.

    Parameters
    ----------
    ax
        The panel, which becomes logarithmic.
    runs
        Rows with the risk, and with the equations' way since the time before.
    time
        The column of the time.
    hue
        The dimensions.
    largest
        The size of the first dimension's dots, in units of the last one's: dots that lie on one
        another are seen where those behind are larger.
    """
    sheet = plot.sheet_of(ax)
    sizes = np.linspace(largest, 1, len(hue.names)) * mpl.rcParams["lines.markersize"]
    parts = hue.split(runs[runs["seed"] == runs["seed"].min()])
    for (d, own), size in zip(parts, sizes, strict=True):
        own, colour = own.sort_values(time), hue.colours[d]
        way, risk = (np.concatenate(list(own[name])) for name in ("way", "way_risk"))
        ax.plot(way, risk, color=plot.darker(colour), zorder=3)
        sheet.record(ax, hue.names[d], "theory", x=way, y=risk)
        dots: dict[str, Any] = {"marker": "o", "linestyle": "none", "markersize": size}
        ax.plot(own[time], own["risk"], color=colour, zorder=2.5, markeredgewidth=0, **dots)
        sheet.record(ax, hue.names[d], "run", x=own[time], y=own["risk"])
        sheet.name(plot.Entry(ax, hue.names[d], "simulation", colour))
    plot.logarithmic(ax)
    ax.set(ylabel=r"$R - \Delta/2$")
