"""Several steps."""

import math

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.dandi2023.shared.panels import theory_at_steps
from feature_learning.plotting import Sheet, Tables

_TITLES = {"quartic": "Equal links", "notebook-2": "Staircase"}
_EXAMPLES = plot.unordered("target", {"example-1": "example 1", "example-2": "example 2"})
_MEANS = "crosses: predicted means"
# Inside and outside the unit circle, on which the cosines are.
_NAMED = ((1, (0.84, 0.76), "left"), (2, (0.2, 0.84), "center"), (2, (0.86, 0.2), "right"))


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw gradient cosines of all seeds step by step, and the growth of the new direction."""
    *planes, growth = figure.panels(1, 3, height=2.1)
    runs = tables.runs("planes")
    d = runs["d"].max()
    steps = plot.ordered("time", runs["time"], "$T = {}$")
    for ax, (target, title) in zip(planes, _TITLES.items(), strict=True):
        ax.axline((0, 0), slope=1, color="0.55", linewidth=0.6, zorder=1)
        for _, row in tables.runs("planes", target=target, d=d).iterrows():
            inside = np.array([row["first"], row["second"]])
            unit = inside / np.linalg.norm(inside, axis=0)
            _neurons(ax, figure, unit, steps, row["time"])
        means = tables.theory("planes", target=target, d=d)
        for sign in ("plus", "minus"):
            _means(ax, figure, means, sign)
        ax.set(title=title, aspect="equal", xlim=(-0.08, 1.12), ylim=(-0.08, 1.12))
        ax.set(xlabel="part along $w^*_1$", ylabel="part along $w^*_2$")
    for time, at, across in _NAMED:
        colour = plot.written(steps.colours.get(time, "black"))
        planes[1].text(*at, f"$T = {time}$", color=colour, ha=across, va="center")
    planes[0].text(0.8, 0.76, "$T = 1, 2$", va="center")
    planes[0].text(1.08, 0.0, _MEANS, ha="right", va="center")
    second = tables.theory("planes", target="notebook-2", d=d, time=2).iloc[0]
    found = tables.runs("planes", target="notebook-2", d=d, time=2)
    turned = found["plus_second"] / found["plus_first"]
    theory_at_steps(growth, tables.theory("slide_examples"), "new_direction", _EXAMPLES)
    runs = tables.runs("slide_examples")
    cosines = plot.estimates(runs, "new_direction", ["target", "time"], "log")
    plot.simulation(growth, cosines, "time", _EXAMPLES)
    plot.level(growth, 1 / math.sqrt(tables.value("slide_examples", "d")), r"$d^{-1/2}$")
    growth.set_box_aspect(1)
    growth.set(title="Across the linear part", ylabel=r"cosine with $w^*_1-w^*_2$")
    new = cosines[(cosines["target"] == "example-1") & (cosines["time"] == 2)]["estimate"].iloc[0]
    figure.say(
        predicted=second["plus_second"] / second["plus_first"],
        slope=turned.mean(),
        least=turned.min(),
        most=turned.max(),
        d=f"${plot.number(float(d))}$",
        seeds=len(found),
        new=new,
    )
    growth.set(xlabel="steps $T$", xticks=tables.values("slide_examples", "time"))


def _neurons(ax: Axes, figure: Sheet, cosines: np.ndarray, steps: plot.Hue, time: int) -> None:
    """Draw the neurons of one step of a seed, filled for readouts 1 and open for -1, which are the
    second half; the first step on top, where the second lies around it.
    """
    colour, size = steps.colours[time], 0.7 * mpl.rcParams["lines.markersize"]
    for part, face in zip(np.split(cosines, 2, axis=1), (colour, "white"), strict=True):
        (dots,) = ax.plot(*part, "o", markersize=size, markerfacecolor=face, zorder=3 - 0.1 * time)
        dots.set(markeredgecolor=colour, markeredgewidth=0.6)
    figure.record(ax, steps.names[time], "run", x=cosines[0], y=cosines[1])


def _means(ax: Axes, figure: Sheet, means: pd.DataFrame, sign: str) -> None:
    """Draw the mean of each step as a cross."""
    x, y = means[f"{sign}_first"].to_numpy(), means[f"{sign}_second"].to_numpy()
    x, y = x / np.hypot(x, y), y / np.hypot(x, y)
    (crosses,) = ax.plot(x, y, "+", color=plot.PREDICTION, markeredgewidth=0.7, zorder=4)
    crosses.set_markersize(2.6 * mpl.rcParams["lines.markersize"])
    figure.record(ax, _MEANS, "theory", x=x, y=y)
