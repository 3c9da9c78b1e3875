"""One step."""

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning.core.tables import Tables
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.key import Entry
from feature_learning.plotting.lines import guide, logarithmic
from feature_learning.plotting.marks import simulation
from feature_learning.plotting.palette import GREY, METHODS, PREDICTION
from feature_learning.plotting.sheet import Sheet

_LINES = {"example-1": (1.0, 1.0), "notebook-1": (2.0, 0.5)}
_TITLES = {"example-1": "example 1: one line", "notebook-1": "notebook: one line"}
_NEURONS, _POINTS = "neurons of one seed", "predicted points"


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the neurons of one seed in the plane of both directions, and the size of leap 2's cosines against d."""
    *planes, sizes = figure.mosaic(3, 2, height=2.0)
    runs = tables.runs("one_step", alpha=4.0)
    d = int(runs["d"].max())
    for ax, (target, line) in zip(planes, _LINES.items(), strict=False):
        ax.set_title(_TITLES[target])
        _plane(ax, figure, runs[(runs["target"] == target) & (runs["d"] == d)], d)
        direction = np.array(line) / np.hypot(*line)
        along = float(tables.theory("one_step", target=target, alpha=4.0, d=d)["along"].iloc[0])
        _points(ax, figure, direction, along)
    leap = tables.runs("leap_two")
    for ax, batch, name in zip(planes[2:], ("linear", "square"), ("$n = 4d$: little", "$n = 4d^2$: both"), strict=True):
        ax.set_title(f"leap 2, {name}")
        _plane(ax, figure, leap[(leap["batch"] == batch) & (leap["d"] == leap["d"].max())], int(leap["d"].max()))
    sizes.set_title("leap 2, $n = 4d$: chance alone")
    own = runs[runs["target"] == "leap-2"]
    found = estimates(own, "size", ["d"], "log")
    simulation(sizes, found, "d", label="all seeds", colour=METHODS["network"])
    at = np.sort(own["d"].unique()).astype(float)
    guide(sizes, at, 1.35 * found["estimate"].iloc[0] * (at / at[0]) ** -0.5, "slope $-1/2$", at=0.3)
    logarithmic(sizes, "x", ticks=at)
    logarithmic(sizes, "y")
    sizes.set_xlabel("dimension $d$")
    sizes.set_ylabel("rms cosine")


def _plane(ax: Axes, figure: Sheet, runs: pd.DataFrame, d: int) -> None:
    row = runs.sort_values("seed").iloc[0]
    first, second = np.array(row["first"]), np.array(row["second"])
    angle, size = np.linspace(0, 2 * np.pi, 200), mpl.rcParams["lines.markersize"]
    for radius in (1.0, 2 / d**0.5):
        ax.plot(radius * np.cos(angle), radius * np.sin(angle), color=GREY, linewidth=0.55 * mpl.rcParams["lines.linewidth"], zorder=1.5)
    dots = {"marker": "o", "markersize": 0.8 * size, "color": METHODS["network"], "markeredgewidth": 0, "alpha": 0.6}
    ax.plot(first, second, linestyle="none", zorder=3, **dots)
    figure.record(ax, _NEURONS, "run", x=first, y=second)
    figure.name(Entry(ax, _NEURONS, "simulation", METHODS["network"]))
    ax.set_aspect("equal")
    ax.set(xlim=(-1.05, 1.05), ylim=(-1.05, 1.05), xticks=[-1, 0, 1], yticks=[-1, 0, 1])
    ax.set_xlabel(r"$\cos(w_i, w^*_1)$")
    ax.set_ylabel(r"$\cos(w_i, w^*_2)$")


def _points(ax: Axes, figure: Sheet, direction: np.ndarray, along: float) -> None:
    """Draw the line of the target's linear part and the two points where neurons of either sign are predicted."""
    ax.plot(*np.outer(direction, [-1, 1]), color=PREDICTION, linewidth=0.4 * mpl.rcParams["lines.linewidth"], zorder=2)
    x, y = np.outer(direction, [-along, along])
    ax.plot(x, y, linestyle="none", marker="x", color=PREDICTION, markeredgewidth=mpl.rcParams["lines.linewidth"], zorder=4)
    figure.record(ax, _POINTS, "theory", x=x, y=y)
    figure.name(Entry(ax, _POINTS, "simulation", PREDICTION, "x"))
