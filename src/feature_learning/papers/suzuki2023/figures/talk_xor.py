"""The talk's XOR: regions of the plane by the sign of a trained network."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_CLASSES = {1: (plot.BLUE, "o", "$y = 1$"), -1: (plot.VERMILLION, "s", "$y = -1$")}
_BOUNDARY = "boundary of the network"
_LIGHT = 0.22  # opacity of the regions


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the regions of one network and its training points, isotropic and stretched."""
    runs = tables.runs("xor")
    stretches = sorted(runs["stretch"].unique())
    for ax, stretch in figure.facets(stretches, _title, height=2.6):
        own = runs[runs["stretch"] == stretch]
        _regions(ax, own[own["seed"] == own["seed"].min()].iloc[0])
        ax.set(xlabel="$x_1$", ylabel="$x_2$", xticks=[-1, 0, 1], yticks=[-1, 0, 1])
        ax.set_aspect("equal")
    right = runs.groupby("stretch")["right"].mean()
    stretched = max((stretch for stretch in stretches if stretch != 1), default=None)
    figure.say(
        learned=int((runs["accuracy"] == 1).sum()),
        runs=len(runs),
        isotropic=float(right[1.0]),
        stretch=stretched,
        stretched=None if stretched is None else float(right[stretched]),
    )


def _title(stretch: float) -> str:
    if stretch == 1:
        return "Isotropic, $A = I$"
    return rf"Stretched, $A = \mathrm{{diag}}({stretch:g}, 1)$"


def _regions(ax: Axes, run: pd.Series) -> None:
    """Draw where the output is positive and negative, the axes, and the points."""
    at = np.asarray(run["at"], dtype=float)
    output = np.asarray(run["output"], dtype=float).reshape(len(at), len(at))
    colours = [_CLASSES[-1][0], _CLASSES[1][0]]
    ax.contourf(at, at, output, [-np.inf, 0, np.inf], colors=colours, alpha=_LIGHT, zorder=0.5)
    ax.contour(at, at, output, [0], colors="black", linewidths=0.7, zorder=1.8)
    ax.grid(False)
    for line in (ax.axhline, ax.axvline):
        line(0, color=plot.GREY, linestyle="--", linewidth=0.6, zorder=1.5)
    sheet = plot.sheet_of(ax)
    x, y = (axis.ravel() for axis in np.meshgrid(at, at))
    sheet.record(ax, _BOUNDARY, "simulation", x=x, y=y, value=output.ravel())
    sheet.name(plot.Entry(ax, _BOUNDARY, "theory", "black"))
    points = pd.DataFrame({"x": run["first"], "y": run["second"], "label": run["label"]})
    for label, (colour, marker, name) in _CLASSES.items():
        part = points[points["label"] == label].drop_duplicates()
        ax.plot(part["x"], part["y"], marker, color=colour, markersize=6, zorder=4)
        sheet.record(ax, name, "run", x=part["x"], y=part["y"])
        sheet.name(plot.Entry(ax, name, "simulation", colour, marker))
