"""Learning curves: one step beside the authors' picture, and later steps."""

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.dandi2023.shared.model import linear_floor
from feature_learning.papers.dandi2023.shared.published_curves import published_curves
from feature_learning.plotting import Sheet, Tables

_STEPS = plot.ordered("time", (1, 2, 6), palette="network").colours  # lighter for fewer
_ONE = plot.Hue(
    "time",
    {0: plot.METHODS["random features"], 1: _STEPS[1]},
    {0: "random features", 1: "one step"},
    {0: "o", 1: "s"},
)
_LATER = plot.Hue(
    "time", {2: _STEPS[2], 6: _STEPS[6]}, {2: "two, ours", 6: "six, ours"}, {2: "^", 6: "D"}
)
_LARGEST = 1.5  # log n/log d; with this step size some later steps overshoot beyond
_THEIRS = {2: "two, picture", 6: "six, picture"}
_BESIDE = 0.06  # of the points, on the axes, in log n/log d
_CLAIMS = {0: "published-random-features", 1: "published-one-step"}  # by step
_TARGET = "notebook-2"
_SMALLER = "In b our sizes are smaller than the picture's, to which a part of the gap may be due. "
_HOLLOW = " Hollow points of b have no intervals: {} runs are too few."


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw our errors over the picture's before and after one step, and those after steps on fresh
    batches beside its later curves.
    """
    one, later = figure.hero(1, share=0.58, height=3.0)
    _one_step(one, tables)
    theirs, ours = _later(later, tables)
    tops = [rows["estimate"].max() for rows in (ours, _found(tables))]
    for ax in (one, later):
        ax.set(ylabel="test error", xlabel=r"samples, $\log n\,/\log d$")
        ax.set(ylim=(0, max(1.7, 1.15 * max(tops))), xticks=[1.0, 1.25, 1.5, 1.75, 2.0])
        ax.set_yticks([0, 0.5, 1, 1.5])
    for ax, rows in ((one, _found(tables)), (later, ours)):
        ends = rows["log_size"].min() - _BESIDE, rows["log_size"].max() + _BESIDE
        ax.set_xlim(ends)
    both = ours.merge(theirs, on=["time", "log_size"])
    gaps = (both["estimate"] - both["error"]).abs().groupby(both["time"]).max()
    figure.say(two=gaps.get(2, math.nan), six=gaps.get(6, math.nan))
    d, of_later = (
        int(tables.runs(name, target=_TARGET)["d"].max())
        for name in ("published_step", "learning_curves")
    )
    figure.say(d=d, later=of_later, smaller=_SMALLER if of_later < d else "")


def _found(tables: Tables) -> pd.DataFrame:
    runs = tables.runs("published_step", target=_TARGET)
    return plot.estimates(runs, "error", ["time", "log_size"], "log")


def _one_step(ax: Axes, tables: Tables) -> None:
    """Draw our errors before and after one step over the picture's curves."""
    found, curves = _found(tables), published_curves(_TARGET)
    shown = curves["log_size"].isin(found["log_size"]) & curves["time"].isin(_ONE.names)
    curves = curves[shown]
    _picture(ax, curves, _ONE)
    plot.simulation(ax, found, "log_size", _ONE)
    plot.level(ax, linear_floor(_TARGET), "best linear", at=0.02, below=True)
    ax.set(title="One step")
    sheet = plot.sheet_of(ax)
    bands = [plot.Band(sheet.region(claim), of=time) for time, claim in _CLAIMS.items()]
    plot.residual(ax, found, curves, "log_size", "error", _ONE, bands=bands, relative=False)
    both = found.merge(curves, on=["time", "log_size"], suffixes=("", "_theirs"))
    outside = plot.excludes(both, both["error"])
    gap = float((both["estimate"] - both["error"]).abs().max())
    sheet.say(gap=gap, outside=int(outside.sum()), points=len(both))


def _later(ax: Axes, tables: Tables) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Draw errors after two and six steps, and return the picture's and ours."""
    runs = tables.runs("learning_curves", target=_TARGET)
    shown = runs[runs["log_size"].between(1.0, _LARGEST) & runs["time"].isin(_LATER.names)]
    ours = plot.estimates(shown, "error", ["time", "log_size"], "median")
    theirs = published_curves(_TARGET)
    theirs = theirs[theirs["time"].isin(_LATER.names) & theirs["log_size"].between(1.0, _LARGEST)]
    _picture(ax, theirs, replace(_LATER, names=_THEIRS))
    plot.simulation(ax, ours, "log_size", _LATER, join=True)
    hollow = ours[~np.isfinite(ours[["low", "high"]]).all(axis=1)]
    few = _HOLLOW.format(int(hollow["seeds"].max())) if len(hollow) else ""
    plot.sheet_of(ax).say(few=few)
    ax.set(title="Two and six steps")
    _name_all(ax, theirs, ours)
    return theirs, ours


def _name_all(ax: Axes, theirs: pd.DataFrame, ours: pd.DataFrame) -> None:
    """Write the names of all curves at their right ends."""
    for time, own in _LATER.split(ours):
        last = float(own.sort_values("log_size")["estimate"].iloc[-1])
        name, colour = _LATER.names[time], plot.written(_LATER.colours[time])
        plot.sheet_of(ax).edge_label(ax, last, name, colour)
    for time, own in _LATER.split(theirs):
        last = float(own.sort_values("log_size")["error"].iloc[-1])
        plot.sheet_of(ax).edge_label(ax, last, _THEIRS[time], plot.darker(_LATER.colours[time]))


def _picture(ax: Axes, curves: pd.DataFrame, hue: plot.Hue) -> None:
    """Draw curves read off the authors' picture, one number for each sample size."""
    for time, own in hue.split(curves):
        look: dict[str, Any] = {"color": plot.darker(hue.colours[time]), "linewidth": 0.9}
        ax.plot(own["log_size"], own["error"], "--", zorder=5, **look)
        plot.sheet_of(ax).record(ax, hue.names[time], "paper", x=own["log_size"], y=own["error"])
