"""Accuracy on parities against temperature and width."""

import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import by_run

_HALF_WAY = 0.8  # the accuracy at which the temperature is the critical one


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the accuracy against temperature times dimension and against temperature alone."""
    heats, alone = figure.hero(1, share=0.58, height=2.8)
    runs = by_run(tables.runs("temperature"))
    runs = runs.assign(lam=runs["heat"] / runs["d"])
    means = _accuracies(heats, runs, "heat", ends=True)
    plot.logarithmic(heats, "x", ticks=sorted(runs["heat"].unique()))
    _accuracies(alone, runs, "lam")
    plot.logarithmic(alone, "x")
    heats.set(title=r"Against $\lambda d$", xlabel=r"temperature times dimension, $\lambda d$")
    alone.set(title=r"Against $\lambda$, by $d$", xlabel=r"temperature $\lambda$")
    for d, own in means.groupby("d"):
        first = own[own["heat"] == own["heat"].min()].iloc[0]
        colour = plot.written(plot.ordered("d", runs["d"], "{}").colours[d])
        at = (first["heat"] / d, first["high"])
        alone.annotate(f"${d}$", at, (0, 2), textcoords="offset points", color=colour, ha="center")
    ends = means.groupby("heat")["estimate"].agg(["min", "max"])
    above, below = ends[ends["min"] > _HALF_WAY], ends[ends["max"] < _HALF_WAY]
    figure.say(
        spread=(ends["max"] - ends["min"]).max(),
        coldest=above.index.max(),
        warmest=below.index.min(),
        level=f"{_HALF_WAY:g}",
        neurons=int(runs["width"].iloc[0]),
        least=int(runs["d"].min()),
        most=int(runs["d"].max()),
    )


def _accuracies(ax: Axes, runs: pd.DataFrame, value: str, *, ends: bool = False) -> pd.DataFrame:
    means = plot.estimates(runs, "accuracy", ["d", value], within=(0, 1))
    plot.simulation(
        ax, means, value, plot.ordered("d", runs["d"], "$d = {}$"), join=True, ends=ends
    )
    plot.level(ax, 0.5, "chance", at=0.02)
    plot.level(ax, _HALF_WAY, f"{_HALF_WAY:g}")
    ax.margins(x=0.08)
    ax.set(ylabel="test accuracy", ylim=(0.45, 1.08))
    return means
