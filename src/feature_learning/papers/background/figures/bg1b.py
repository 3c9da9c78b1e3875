"""The animation's small network: cosines with two teachers, and the risk."""

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning.core.tables import Tables
from feature_learning.papers.background.panels import single
from feature_learning.plotting.key import Entry
from feature_learning.plotting.lines import logarithmic
from feature_learning.plotting.marks import simulation, theory
from feature_learning.plotting.palette import BLUE, GREY, PREDICTION, unordered
from feature_learning.plotting.sheet import Sheet

_SHOWN = 3
_FLOW, _TIMES = "gradient flow of run 1", "run 1"


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the neurons' paths in the plane of their cosines, and the risk against time."""
    plane, risk = figure.panels(1, 2, height=2.7)
    runs = tables.runs("classic_limit")
    runs = runs[(runs["noise"] == runs["noise"].max()) & (runs["replica"] < _SHOWN)]
    runs = runs[runs["seed"] == runs["seed"].min()].sort_values("t").assign(run=lambda rows: rows["replica"] + 1)
    _plane(plane, figure, runs[runs["run"] == 1])

    risk.set_title("and the risk follows the flow")
    hue = unordered("run", {number: f"run {number}" for number in sorted(runs["run"].unique())})
    theory(risk, runs, "t", "ode_risk", hue)
    simulation(risk, single(runs, "risk"), "t", hue)
    logarithmic(risk)
    risk.set_xlabel("time $t$")
    risk.set_ylabel("risk")


def _plane(ax: Axes, figure: Sheet, run: pd.DataFrame) -> None:
    """Draw flows with an arrow half-way, open starts, points of the run, saddle and teachers."""
    shape = (len(run), -1, int(run["teachers"].iloc[0]))
    paths, flow = (np.stack(list(run[name])).reshape(shape) for name in ("cosines", "ode_cosines"))
    width, size = mpl.rcParams["lines.linewidth"], mpl.rcParams["lines.markersize"]
    angle = np.linspace(0, 2 * np.pi, 200)
    ax.plot(np.cos(angle), np.sin(angle), color=GREY, linewidth=0.55 * width, zorder=1.5)
    for neuron in range(paths.shape[1]):
        x, y = flow[:, neuron, 0], flow[:, neuron, 1]
        ax.plot(x, y, color=PREDICTION, linewidth=0.5 * width, zorder=2)
        along = np.concatenate([[0], np.cumsum(np.hypot(np.diff(x), np.diff(y)))])
        k = min(int(np.searchsorted(along, along[-1] / 2)), len(x) - 1)
        arrow = {"arrowstyle": "-|>", "color": PREDICTION, "linewidth": 0.5 * width, "mutation_scale": 5 * figure.target.type}
        ax.annotate("", (x[k], y[k]), (x[k - 1], y[k - 1]), arrowprops={**arrow, "shrinkA": 0, "shrinkB": 0}, zorder=3)
        ax.plot(*paths[1:-1, neuron].T, color=BLUE, marker="o", markersize=0.4 * size, markeredgewidth=0, linestyle="none", zorder=3)
        ends = {"marker": "o", "markersize": 0.8 * size, "markeredgecolor": BLUE, "linestyle": "none", "zorder": 4}
        ax.plot(*paths[0, neuron], markerfacecolor="white", **ends)
        ax.plot(*paths[-1, neuron], markerfacecolor=BLUE, **ends)
    figure.record(ax, _FLOW, "theory", x=flow[..., 0].ravel(), y=flow[..., 1].ravel())
    figure.record(ax, _TIMES, "simulation", x=paths[..., 0].ravel(), y=paths[..., 1].ravel())
    figure.name(Entry(ax, _FLOW, "theory", PREDICTION))
    figure.name(Entry(ax, _TIMES, "simulation", BLUE))
    places = {"teacher 1": (1.0, 0.0, "right"), "teacher 2": (0.0, 1.0, "center"), "saddle": (0.5**0.5, 0.5**0.5, "left")}
    for name, (x0, y0, side) in places.items():
        ax.plot([x0], [y0], marker="x" if name == "saddle" else "*", color="0.4", markersize=1.4 * size, linestyle="none", zorder=5)
        across, up = {"left": (4, 3), "center": (0, 5), "right": (5, 0)}[side]
        ax.annotate(
            name,
            (x0, y0),
            xytext=(figure.target.type * across, figure.target.type * up),
            textcoords="offset points",
            color="0.4",
            fontsize=figure.target.smallest,
            ha="left" if side == "right" else side,
            va="center" if side == "right" else "bottom",
            rotation=270 if side == "right" else 0,
            annotation_clip=False,
        )
    ax.set_title("neurons turn to the teachers")
    ax.set_aspect("equal")
    ax.set(xlim=(-1.3, 1.3), ylim=(-1.3, 1.3))
    ax.set_xlabel(r"$\cos(w_j, w^*_1)$")
    ax.set_ylabel(r"$\cos(w_j, w^*_2)$")
