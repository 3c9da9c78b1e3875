"""Learning curves."""

from feature_learning.core.tables import Tables
from feature_learning.papers.dandi2023.model import TARGETS
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.lines import level, logarithmic
from feature_learning.plotting.marks import simulation
from feature_learning.plotting.palette import Hue, methods, ordered
from feature_learning.plotting.sheet import Sheet

_RATE = 0.5
_TRAINED = ordered("time", range(1, 7), "$T = {}$", "network")
_NAMES = {"quartic": "quartic", "notebook-2": "saddle"}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the error against log n/log d by the number of steps, and against the step size."""
    axes = figure.panels(2, 2, height=1.8, sharey="col")
    runs = tables.runs("learning_curves")
    sizes = sorted(runs["log_size"].unique())
    large = 1.75 if 1.75 in sizes else sizes[-1]
    frozen = methods("time", {0: ("random features", "$T = 0$, random features")})
    steps = Hue("time", {**frozen.colours, **_TRAINED.colours}, {**frozen.names, **_TRAINED.names}, dict.fromkeys(range(7), "o"))
    for column, (target, name) in enumerate(_NAMES.items()):
        curves, rates = axes[column], axes[2 + column]
        own = runs[runs["target"] == target]
        floor = TARGETS[target].square_norm - float((TARGETS[target].linear() ** 2).sum())
        curves.set_title(f"{name}: more steps, less error")
        at = own[own["rate"] == _RATE]
        simulation(curves, estimates(at, "error", ["time", "log_size"], "log"), "log_size", steps, join=True, dodge=1)
        curves.set_xlabel(r"samples, $\log n\,/\log d$")
        rates.set_title(f"$n = d^{{{large:g}}}$: large steps blow up")
        at = own[(own["log_size"] == large) & own["time"].isin([1, 2, 6])]
        simulation(rates, estimates(at, "error", ["time", "rate"], "log"), "rate", steps, join=True, dodge=1.5)
        rates.set_xlabel(r"step size $c$, in units of $\sqrt{n/d}$")
        for ax in (curves, rates):
            level(ax, floor, "linear")
            logarithmic(ax, "y")
            ax.set_ylabel("test error")
        logarithmic(rates, "x", ticks=sorted(own["rate"].unique()))
