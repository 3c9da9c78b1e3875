"""Later steps on fresh batches, next to those on one batch that the authors' picture follows."""

import math

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.dandi2023.targets import linear_floor
from feature_learning.plotting import Sheet, Tables

_SHADES = plot.ordered("time", (1, 2, 6), palette="network").colours  # lighter for fewer
_STEPS = {1: "one", 2: "two", 6: "six"}
_TITLES = {"learning_curves": "Fresh batches", "stairway": "One batch"}
_RANGE = (0.9, 1.6)  # log n/log d; with the step size of fresh batches later steps overshoot beyond
_TARGET = "notebook-2"
_HOLLOW = " Hollow points have no intervals: {} runs are too few."


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw errors after one, two and six steps, on fresh batches and on one batch."""
    found = {}
    for ax, name in zip(figure.panels(1, 2, height=2.3, sharey=True), _TITLES, strict=True):
        found[name] = _curves(ax, tables, name)
        ax.set(title=_TITLES[name], xlim=_RANGE, ylim=(0, 1.7), ylabel="test error")
        ax.set(xlabel=r"samples of each step, $\log n\,/\log d$", xticks=[1.0, 1.25, 1.5])
    fresh, one = (
        table[table["time"] == 6].set_index("log_size")["estimate"] for table in found.values()
    )
    d, of_one = (tables.value(name, "d") for name in _TITLES)
    at = 1.25
    ends = found["learning_curves"][["low", "high"]]
    hollow = found["learning_curves"][~np.isfinite(ends).all(axis=1)]
    figure.say(
        fresh=fresh.get(at, math.nan),
        one=one.get(at, math.nan),
        at=at,
        d=d,
        of_one=of_one,
        few=_HOLLOW.format(int(hollow["seeds"].max())) if len(hollow) else "",
    )


def _curves(ax: Axes, tables: Tables, name: str) -> pd.DataFrame:
    """Draw the errors of one experiment, joined, and return their medians."""
    runs = tables.runs(name, target=_TARGET)
    shown = runs[runs["log_size"].between(1.0, 1.5) & runs["time"].isin(list(_STEPS))]
    found = plot.estimates(shown, "error", ["time", "log_size"], "median")
    hue = plot.Hue(
        "time",
        _SHADES,
        {time: f"{said} {'step' if time == 1 else 'steps'}" for time, said in _STEPS.items()},
        {1: "o", 2: "s", 6: "D"},
    )
    plot.simulation(ax, found, "log_size", hue, join=True)
    plot.level(ax, linear_floor(_TARGET), "best linear", at=0.02, below=True)
    return found
