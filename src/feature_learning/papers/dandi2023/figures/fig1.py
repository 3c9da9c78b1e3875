"""One step: what it learns from n of order d, from n of order d^2, and what it leaves."""

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_SHOWN = 4096  # the notebook's dimension
_LINES = {"example-1": (1.0, 1.0), "notebook-1": (2.0, 0.5)}
_TITLES = {
    "example-1": "leap 1: one line",
    "notebook-1": "one line, two lengths",
    "linear": "leap 2: near chance",
    "square": "leap 2: the whole plane",
    "exclusion": "degree 2 alone",
}
_EXCLUDED = 256  # the dimension of the panel on exclusion
_NEURONS, _POINTS = "neurons of one seed", "predicted points"
_NAMES = {
    "w1": r"$w^*_1$ of $\mathbf{e}$",
    "w2": r"$w^*_2$ of $\mathbf{e}$",
    "leap": r"both of $\mathbf{c}$",
}
_SERIES = plot.unordered("series", _NAMES, after=1)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the neurons of one seed in the plane of both directions, and the sizes of the cosines
    against d.
    """
    first, second, less, more, excluded, sizes = figure.panels(2, 3, height=2.3)
    runs = tables.runs("one_step", alpha=4.0)
    dimensions = tables.values("one_step", "d")
    d = _SHOWN if _SHOWN in dimensions else dimensions[-1]
    for ax, (target, line) in zip((first, second), _LINES.items(), strict=True):
        of_target = runs[(runs["target"] == target) & (runs["d"] == d)]
        _plane(ax, figure, of_target, _TITLES[target], "$n = 4d$")
        law = tables.theory("one_step", target=target, alpha=4.0, d=d).iloc[0]
        along = [law["plus_along"], law["minus_along"]]
        _points(ax, figure, np.array(line) / np.hypot(*line), along)
    for ax, batch, name in ((less, "linear", "$n = 4d$"), (more, "square", "$n = 4d^2$")):
        runs = tables.runs("leap_two", batch=batch)
        _plane(ax, figure, runs[runs["d"] == runs["d"].max()], _TITLES[batch], name)
    dimensions = tables.values("exclusion", "d")
    d = _EXCLUDED if _EXCLUDED in dimensions else dimensions[-1]
    excluded.axhspan(-2 / d**0.5, 2 / d**0.5, color="0.9", zorder=0, linewidth=0)
    runs = tables.runs("exclusion", d=d)
    _plane(excluded, figure, runs, _TITLES["exclusion"], "$n = 4d^2$")
    _sizes(sizes, tables)


def _plane(ax: Axes, figure: Sheet, runs: pd.DataFrame, title: str, size: str) -> None:
    """Draw the first seed's neurons, the unit circle, and one of twice the size of chance."""
    row, colour = runs.sort_values("seed").iloc[0], plot.METHODS["network"]
    d, first, second = row["d"], np.array(row["first"]), np.array(row["second"])
    angle, thin = np.linspace(0, 2 * np.pi, 200), 0.55 * mpl.rcParams["lines.linewidth"]
    for radius in (1.0, 2 / d**0.5):
        circle = radius * np.cos(angle), radius * np.sin(angle)
        ax.plot(*circle, color=plot.GREY, linewidth=thin, zorder=1.5)
    size_of_dot = 0.8 * mpl.rcParams["lines.markersize"]
    dots = ax.plot(first, second, "o", markersize=size_of_dot, color=colour, alpha=0.6, zorder=3)
    dots[0].set_markeredgewidth(0)
    figure.record(ax, _NEURONS, "run", x=first, y=second)
    figure.name(plot.Entry(ax, _NEURONS, "simulation", colour))
    ax.set(xlim=(-1.05, 1.05), ylim=(-1.05, 1.05), xticks=[-1, 0, 1], yticks=[-1, 0, 1])
    ax.set(title=title, xlabel=f"$\\cos(w_i, w^*_1)$\n{size}, $d = {d}$", aspect="equal")
    ax.set_ylabel(r"$\cos(w_i, w^*_2)$")


def _points(ax: Axes, figure: Sheet, direction: np.ndarray, along: list[float]) -> None:
    """Draw the line of the target's linear part and the two points where neurons of either sign are
    predicted.
    """
    line, width = np.outer(direction, [-1, 1]), mpl.rcParams["lines.linewidth"]
    ax.plot(*line, color=plot.PREDICTION, linewidth=0.4 * width, zorder=2)
    x, y = np.outer(direction, along)
    ax.plot(x, y, "x", color=plot.PREDICTION, markeredgewidth=width, zorder=4)
    figure.record(ax, _POINTS, "theory", x=x, y=y)
    figure.name(plot.Entry(ax, _POINTS, "simulation", plot.PREDICTION, "x"))


def _sizes(ax: Axes, tables: Tables) -> None:
    excluding, law = tables.runs("exclusion"), tables.theory("exclusion")
    for direction in (1, 2):
        plot.theory(ax, law, "d", f"size_{direction}", label="limits of $\\mathbf{e}$")
    parts = {
        "w1": excluding.assign(size=excluding["size_1"]),
        "w2": excluding.assign(size=excluding["size_2"]),
        "leap": tables.runs("one_step", target="leap-2", alpha=4.0),
    }
    runs = pd.concat(part.assign(series=name) for name, part in parts.items())
    plot.simulation(ax, plot.estimates(runs, "size", ["series", "d"], "rms"), "d", _SERIES)
    d = np.sort(parts["leap"]["d"].unique()).astype(float)
    plot.guide(ax, d, 0.5 * d**-0.5, "$-1/2$", at=None)
    plot.logarithmic(ax)
    ax.set(title="what is not learned vanishes", xlabel="dimension $d$", ylabel="rms cosine")
