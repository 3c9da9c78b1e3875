"""Learning curves."""

import pandas as pd
from matplotlib.axes import Axes

from feature_learning.core.tables import Tables
from feature_learning.papers.dandi2023.shared.model import linear_floor
from feature_learning.plotting.estimates import estimates, medians
from feature_learning.plotting.lines import level, logarithmic
from feature_learning.plotting.marks import runs as single
from feature_learning.plotting.marks import simulation
from feature_learning.plotting.palette import METHODS, Hue, ordered
from feature_learning.plotting.sheet import Sheet

_TRAINED = ordered("time", range(1, 7), "$T = {}$", "network")
_STEPS = Hue(
    "time",
    {0: METHODS["random features"], **_TRAINED.colours},
    {0: "$T = 0$, random features", **_TRAINED.names},
    dict.fromkeys(range(7), "o"),
)
_NAMES = {"quartic": "steps help up to $n = d^{1.75}$", "notebook-2": "the second step helps most"}
_LARGE = {"quartic": "leap 1: large steps overshoot", "notebook-2": "staircase: large steps overshoot"}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the error against log n/log d by the number of steps, and against the step size."""
    axes = figure.panels(2, 2, height=1.9)
    curves = tables.runs("learning_curves")
    rates = pd.concat([tables.runs("learning_rates"), curves])
    large = float(tables.runs("learning_rates")["log_size"].max())
    rates = rates[(rates["log_size"] == large) & rates["time"].isin([1, 2, 6])]
    for column, (target, name) in enumerate(_NAMES.items()):
        axes[column].set_title(name)
        _curves(axes[column], curves[curves["target"] == target])
        axes[2 + column].set_title(_LARGE[target])
        _rates(axes[2 + column], rates[rates["target"] == target])
        for ax in (axes[column], axes[2 + column]):
            logarithmic(ax, "y")
            level(ax, linear_floor(target), "linear")
            ax.set_ylabel("test error")


def _curves(ax: Axes, runs: pd.DataFrame) -> None:
    found = estimates(runs, "error", ["time", "log_size"], "median")
    simulation(ax, found, "log_size", _STEPS, join=True)
    ax.set_xlabel(r"samples, $\log n\,/\log d$")


def _rates(ax: Axes, runs: pd.DataFrame) -> None:
    single(ax, runs, "rate", "error", _STEPS, dodge=6)
    middle = medians(runs, "error", ["time", "rate"])
    simulation(ax, middle, "rate", _STEPS, dodge=6)
    logarithmic(ax, "x", ticks=sorted(runs["rate"].unique()))
    ax.margins(x=0.2)
    ax.set_xlabel(r"step size $c$, in units of $\sqrt{n/d}$")
