"""The animation's small network: cosines with two teachers, the risk, and how its plateau grows
with the dimension.
"""

from typing import Any

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import LogNorm

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import by_run

_MARKS = {"teacher 1": (1.0, 0.0), "teacher 2": (0.0, 1.0), "saddle": (0.5**0.5, 0.5**0.5)}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the neurons' flow in the plane of their cosines, the asymmetry of their mean, and risks
    against time.
    """
    target = figure.target
    figure.set_size_inches(target.page, 2.9 * target.type**0.5)
    grid = figure.add_gridspec(2, 2, width_ratios=[1.35, 1])
    plane, asymmetry = figure.add_subplot(grid[:, 0]), figure.add_subplot(grid[0, 1])
    risk = figure.add_subplot(grid[1, 1], sharex=asymmetry)
    runs = tables.runs("classic_limit")
    runs = by_run(runs[runs["noise"] == runs["noise"].max()]).sort_values("t")
    first = runs[runs["seed"] == runs["seed"].iloc[0]]
    _plane(plane, figure, first, tables.value("classic_limit", "teachers"))

    asymmetry.set(title="the mean neuron turns symmetric", ylabel="asymmetry")
    plot.runs(asymmetry, runs, "t", "asymmetry", label="single runs")
    flow = runs.groupby("t")[["ode_asymmetry"]].median().reset_index()
    plot.theory(asymmetry, flow, "t", "ode_asymmetry", label="gradient flow, median")
    plot.logarithmic(asymmetry, "y")
    asymmetry.tick_params(labelbottom=False)

    risk.set(title="the plateau grows with $d$", ylabel="risk")
    flows = tables.runs("plateau_by_dimension")
    dimensions = plot.ordered("d", flows["d"], "flow, $d = {}$")
    plot.theory(risk, plot.estimates(flows, "risk", ["d", "t"], "log"), "t", "estimate", dimensions)
    flow = plot.estimates(runs, "ode_risk", ["t"], "log")
    plot.theory(risk, flow, "t", "estimate", label="flow from the starts of the runs")
    plot.simulation(risk, plot.estimates(runs, "risk", ["t"], "log"), "t", label="SGD, $d = 3$")
    plot.logarithmic(risk)
    for ax in (asymmetry, risk):
        ax.set_xlabel("time $t$")


def _plane(ax: Axes, figure: Sheet, run: pd.DataFrame, teachers: int) -> None:
    """Draw the flow of each neuron, the simulated points, saddle and teachers."""
    shape = (len(run), -1, teachers)
    sgd, flow = (np.stack(list(run[name])).reshape(shape) for name in ("cosines", "ode_cosines"))
    size, times = mpl.rcParams["lines.markersize"], run["t"].to_numpy(dtype=float)
    angle, thin = np.linspace(0, 2 * np.pi, 200), 0.55 * mpl.rcParams["lines.linewidth"]
    ax.plot(np.cos(angle), np.sin(angle), color=plot.GREY, linewidth=thin, zorder=1.5)
    lines = plot.paths(ax, flow, times, LogNorm(times[0], times[-1]))
    dot = {"marker": "o", "markersize": 0.3 * size, "markeredgewidth": 0}
    ax.plot(*sgd.reshape(-1, 2).T, color=plot.BLUE, linestyle="none", zorder=3, **dot)
    figure.record(ax, "single runs", "run", x=sgd[..., 0].ravel(), y=sgd[..., 1].ravel())
    text: dict[str, Any] = {
        "color": "0.4",
        "fontsize": figure.target.smallest,
        "annotation_clip": False,
    }
    for name, (x, y) in _MARKS.items():
        ax.plot([x], [y], marker="x", color="0.4", markersize=size, linestyle="none", zorder=5)
        ax.annotate(name, (x, y), (3, 3), textcoords="offset points", **text)
    ax.set(title="neurons turn to the teachers", xlim=(-1.1, 1.5), ylim=(-1.1, 1.3))
    ax.set(xlabel=r"$\cos(w_j, w^*_1)$", ylabel=r"$\cos(w_j, w^*_2)$", aspect="equal")
    bar = figure.colorbar(lines, ax=ax, pad=0.02, fraction=0.05, aspect=30, use_gridspec=False)
    bar.set_label("time $t$")
    bar.outline.set_visible(False)  # type: ignore[operator]
