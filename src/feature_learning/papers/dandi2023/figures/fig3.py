"""Learning curves: one step beside the authors' picture, and later steps."""

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.dandi2023.shared.model import linear_floor
from feature_learning.papers.dandi2023.shared.published_curves import published_curves
from feature_learning.plotting import Sheet, Tables

_ONE = plot.methods("time", {0: ("random features", "random features"), 1: ("network", "one step")})
_LATER = plot.Hue(
    "time",
    {2: plot.SKY, 6: plot.darker(plot.BLUE)},
    {2: "two steps", 6: "six steps"},
    {2: "^", 6: "D"},
)
_LARGEST = 1.75  # log n/log d; with this step size some later steps overshoot beyond
_SPAN = (0.94, 1.81)  # of the axes, in log n/log d
_MARGIN = 0.06  # of the claim on one step
_LOG_SIZE = r"samples, $\log n\,/\log d$"
_ERRORS, _OF_ONE = (0.12, 2.0), (0.38, 1.8)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw our errors over the picture's for both targets, and those after steps on fresh batches
    beside its later curves.
    """
    hero, equal, later = figure.hero(2, share=0.6, height=3.2)
    gap = _one_step(hero, tables, "notebook-2", large=True)
    gap = max(gap, _one_step(equal, tables, "quartic"))
    hero.set(title="Staircase, one step")
    equal.set(title="Equal links, one step")
    theirs, ours = _later(later, tables)
    for ax in (hero, equal, later):
        plot.logarithmic(ax, "y")
        ax.set(xlim=_SPAN, ylim=_ERRORS, ylabel="test error", xlabel=_LOG_SIZE)
        ax.set_xticks([1.0, 1.25, 1.5, 1.75])
    equal.label_outer()
    low, high = _OF_ONE
    found = tables.runs("published_step", target="notebook-2")["error"]
    hero.set(ylim=(min(low, 0.9 * found.min()), max(high, 1.1 * found.max())))
    hero.set_ylabel("exact test error")
    figure.say(
        gap=gap,
        end=float(ours.index[-1]),
        two=ours.get(2, pd.Series([np.nan])).iloc[-1],
        six=ours.get(6, pd.Series([np.nan])).iloc[-1],
        their_two=theirs[2].iloc[-1],
        their_six=theirs[6].iloc[-1],
    )


def _one_step(ax: Axes, tables: Tables, target: str, *, large: bool = False) -> float:
    """Draw our errors before and after one step over the picture's curves, and return the largest
    distance between the two.
    """
    runs = tables.runs("published_step", target=target)
    curves = published_curves(target)
    curves = curves[curves["log_size"].isin(runs["log_size"]) & curves["time"].isin(_ONE.names)]
    found = plot.estimates(runs, "error", ["time", "log_size"], "log")
    _picture(ax, curves, _ONE, "-")
    plot.simulation(ax, found, "log_size", _ONE)
    plot.level(ax, linear_floor(target), "best linear", at=0.02, below=True)
    if large:
        region = (-_MARGIN, _MARGIN)
        plot.residual(ax, found, curves, "log_size", "error", _ONE, region=region, relative=False)
    both = found.merge(curves, on=["time", "log_size"], suffixes=("", "_theirs"))
    if large:
        outside = (both["low"] > both["error"]) | (both["high"] < both["error"])
        plot.sheet_of(ax).say(outside=int(outside.sum()), points=len(both))
    return float((both["estimate"] - both["error"]).abs().max())


def _later(ax: Axes, tables: Tables) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Draw errors after two and six steps, and return the picture's and ours, one column for each
    number of steps.
    """
    runs = tables.runs("learning_curves", target="notebook-2")
    shown = runs[runs["log_size"].between(1.0, _LARGEST) & runs["time"].isin(_LATER.names)]
    ours = plot.estimates(shown, "error", ["time", "log_size"], "median")
    theirs = published_curves("notebook-2")
    theirs = theirs[theirs["time"].isin(_LATER.names) & theirs["log_size"].between(1.0, _LARGEST)]
    _picture(ax, theirs, _LATER, "--")
    plot.simulation(ax, ours, "log_size", _LATER, join=True)
    ax.set(title="Staircase, later steps")
    _name_both(ax, theirs, ours)
    return tuple(
        frame.pivot(index="log_size", columns="time", values=value).sort_index()
        for frame, value in ((theirs, "error"), (ours, "estimate"))
    )  # type: ignore[return-value]


def _name_both(ax: Axes, theirs: pd.DataFrame, ours: pd.DataFrame) -> None:
    """Write at the right edge which of the curves of six steps is the picture's."""
    for name, frame, value in (("picture", theirs, "error"), ("ours", ours, "estimate")):
        own = frame[frame["time"] == 6].sort_values("log_size")
        if len(own):
            last = float(own[value].iloc[-1])
            plot.sheet_of(ax).edge_label(ax, last, name, plot.written(_LATER.colours[6]))


def _picture(ax: Axes, curves: pd.DataFrame, hue: plot.Hue, dashes: str) -> None:
    """Draw curves read off the authors' picture, one number for each sample size."""
    for time, own in hue.split(curves):
        look: dict[str, Any] = {"color": plot.darker(hue.colours[time]), "linewidth": 0.9}
        ax.plot(own["log_size"], own["error"], dashes, zorder=5, **look)
        plot.sheet_of(ax).record(ax, hue.names[time], "paper", x=own["log_size"], y=own["error"])
