"""Learning curves."""

import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.dandi2023.shared.model import linear_floor
from feature_learning.plotting import Sheet, Tables

_TRAINED = plot.ordered("time", range(1, 7), "$T = {}$", "network")
_STEPS = plot.Hue(
    "time",
    {0: plot.METHODS["random features"], **_TRAINED.colours},
    {0: "$T = 0$, random features", **_TRAINED.names},
    dict.fromkeys(range(7), "o"),
)
_TITLES = {
    "quartic": ("steps help up to $n = d^{1.75}$", "leap 1: large steps overshoot"),
    "notebook-2": ("the second step helps most", "staircase: large steps overshoot"),
}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the error against log n/log d by the number of steps, and against the step size."""
    axes = figure.panels(2, 2, height=1.9)
    curves = tables.runs("learning_curves")
    rates = pd.concat([tables.runs("learning_rates"), curves])
    large = tables.values("learning_rates", "log_size")[-1]
    rates = rates[(rates["log_size"] == large) & rates["time"].isin([1, 2, 6])]
    for column, (target, titles) in enumerate(_TITLES.items()):
        pair = axes[column], axes[2 + column]
        _curves(pair[0], curves[curves["target"] == target])
        _rates(pair[1], rates[rates["target"] == target])
        for ax, title in zip(pair, titles, strict=True):
            plot.logarithmic(ax, "y")
            plot.level(ax, linear_floor(target), "linear")
            ax.set(title=title, ylabel="test error")


def _curves(ax: Axes, runs: pd.DataFrame) -> None:
    errors = plot.estimates(runs, "error", ["time", "log_size"], "median")
    plot.simulation(ax, errors, "log_size", _STEPS, join=True)
    ax.set_xlabel(r"samples, $\log n\,/\log d$")


def _rates(ax: Axes, runs: pd.DataFrame) -> None:
    plot.runs(ax, runs, "rate", "error", _STEPS)
    middle = plot.medians(runs, "error", ["time", "rate"])
    plot.simulation(ax, middle, "rate", _STEPS)
    plot.logarithmic(ax, "x", ticks=sorted(runs["rate"].unique()))
    ax.margins(x=0.2)
    ax.set_xlabel(r"step size $c$, in units of $\sqrt{n/d}$")
