"""Panels of published pictures: SGD in several dimensions on its equations, and the inset of the
authors' two animations.
"""

from typing import Any

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import LogLocator

from feature_learning import plotting as plot
from feature_learning.plotting.palette import SIZES

Place = tuple[float, float]

_NUMBERS = 4  # at most, along an axis of the inset
_SIZE = 1.2  # of a marker, in the drawing as in the key


def online_panel(ax: Axes, runs: pd.DataFrame, time: str, hue: plot.Hue, *, apart: int) -> None:
    """Draw the risk of the first seed in each dimension.

    Parameters
    ----------
    ax
        The panel, which becomes logarithmic.
    runs
        Rows with the risk.
    time
        The column of the time.
    hue
        The dimensions, with a marker for each.
    apart
        Neighbouring dimensions have markers at different times: each at one in so many.
    """
    sheet = plot.sheet_of(ax)
    for number, (d, every) in enumerate(hue.split(first_runs(runs))):
        own = every.sort_values(time).iloc[number % apart :: apart]
        marker, colour = hue.markers[d], hue.colours[d]
        size = _SIZE * mpl.rcParams["lines.markersize"] * SIZES.get(marker, 1.0)
        dots: dict[str, Any] = {"marker": marker, "linestyle": "none", "markersize": size}
        ax.plot(own[time], own["risk"], color=colour, zorder=4, markeredgewidth=0, **dots)
        sheet.record(ax, hue.names[d], "run", x=own[time], y=own["risk"])
        sheet.name(plot.Entry(ax, hue.names[d], "simulation", colour, marker))
    plot.logarithmic(ax)
    ax.set(ylabel=r"$R - \Delta/2$")


def equations(ax: Axes, runs: pd.DataFrame, time: str, hue: plot.Hue) -> None:
    """Draw the risk of each dimension's equations from the start of its run, in its colour.

    Parameters
    ----------
    ax, runs, time, hue
        As in `online_panel`; rows with the equations' way since the time before.
    """
    sheet, parts = plot.sheet_of(ax), hue.split(first_runs(runs))
    widths = plot.nested_widths(len(parts))
    for (d, own), width in zip(parts, widths, strict=True):
        way, risk = whole_way(own, time)
        ax.plot(way, risk, color=hue.colours[d], linewidth=width, zorder=3)
        sheet.record(ax, hue.names[d], "theory", x=way, y=risk)
        sheet.name(plot.Entry(ax, hue.names[d], "theory", hue.colours[d]))


def first_runs(runs: pd.DataFrame) -> pd.DataFrame:
    """Return the runs of the first seed."""
    return runs[runs["seed"] == runs["seed"].min()]


def whole_way(own: pd.DataFrame, time: str) -> tuple[np.ndarray, np.ndarray]:
    """Return the times and the risks of one run's equations."""
    own = own.sort_values(time)
    return np.concatenate(list(own["way"])), np.concatenate(list(own["way_risk"]))


def risk_inset(ax: Axes, bounds: tuple[float, float, float, float], risk_at: Place) -> Axes:
    """Return a logarithmic inset, the risk against time, in a panel whose box is closed.

    Parameters
    ----------
    ax
        The panel.
    bounds
        Left, bottom, width and height of the inset, in units of the panel.
    risk_at
        Where the name of the risk stands, in units of the inset.
    """
    inset = ax.inset_axes(bounds, zorder=6)
    plot.logarithmic(inset)
    smallest = plot.sheet_of(ax).target.smallest
    for axis in (inset.xaxis, inset.yaxis):
        axis.set_tick_params(which="both", direction="in", labelsize=smallest, pad=1)
        axis.set_major_locator(LogLocator(numticks=_NUMBERS))
    look: dict[str, Any] = {"transform": inset.transAxes, "fontsize": smallest}
    inset.text(0.5, 0.04, "$t$", ha="center", **look)
    inset.text(*risk_at, r"$R - \Delta/2$", rotation=90, va="center", **look)
    for box in (ax, inset):
        box.grid(False)
        box.spines[:].set_visible(True)
    return inset
