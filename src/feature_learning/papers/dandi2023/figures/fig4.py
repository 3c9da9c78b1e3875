"""Several steps."""

import math
from collections.abc import Mapping
from typing import Any

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning.core.tables import Tables
from feature_learning.papers.dandi2023.shared.panels import theory_at_steps
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.key import Entry
from feature_learning.plotting.lines import level
from feature_learning.plotting.marks import simulation
from feature_learning.plotting.palette import Hue, ordered, unordered
from feature_learning.plotting.sheet import Sheet

_TITLES = {"notebook-1": "notebook: near the line", "notebook-2": "notebook: off the line"}
_LINES = {"notebook-1": (2.0, 0.5), "notebook-2": (0.5, 0.5)}
_EXAMPLES = unordered("target", {"example-1": "example 1", "example-2": "example 2"})
_MEANS = "predicted means"


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw gradient cosines of one seed step by step, and the growth of the new direction."""
    *planes, growth = figure.panels(1, 3, height=2.1)
    runs = tables.runs("multi_step")
    d = int(runs["d"].min())
    steps = ordered("time", runs["time"], "$T = {}$")
    for ax, (target, title) in zip(planes, _TITLES.items(), strict=True):
        ax.set_title(title)
        own = runs[(runs["target"] == target) & (runs["d"] == d) & (runs["seed"] == runs["seed"].min())]
        ax.axline((0, 0), slope=_LINES[target][1] / _LINES[target][0], color="0.55", linewidth=0.6, zorder=1)
        for _, row in own.sort_values("time").iterrows():
            _neurons(ax, figure, np.array([row["first"], row["second"]]), steps, int(row["time"]))
        means = tables.theory("multi_step", target=target, d=d)
        for sign in ("plus", "minus"):
            _means(ax, figure, means, sign, steps.colours)
        ax.margins(0.08)
        figure.name(Entry(ax, "open: readouts $-1$", "simulation", "black", hollow=True))
        ax.set_xlabel(r"$\cos(g_i, w^*_1)$")
        ax.set_ylabel(r"$\cos(g_i, w^*_2)$")
    growth.set_title("only example 1 finds it")
    examples = tables.runs("slide_examples")
    times = sorted(examples["time"].unique())
    theory_at_steps(growth, tables.theory("slide_examples"), "new_direction", _EXAMPLES)
    simulation(growth, estimates(examples, "new_direction", ["target", "time"], "log"), "time", _EXAMPLES, dodge=4)
    level(growth, 1 / math.sqrt(float(examples["d"].iloc[0])), r"$d^{-1/2}$")
    growth.set_xticks(times)
    growth.set_xlabel("steps $T$")
    growth.set_ylabel(r"cosine with $w^*_1-w^*_2$")


def _neurons(ax: Axes, figure: Sheet, cosines: np.ndarray, steps: Hue, time: int) -> None:
    """Draw the neurons of one step, filled for readouts 1 and open for -1, which are the second half."""
    colour, size = steps.colours[time], 0.7 * mpl.rcParams["lines.markersize"]
    for part, face in zip(np.split(cosines, 2, axis=1), (colour, "white"), strict=True):
        ax.plot(
            *part,
            linestyle="none",
            marker="o",
            markersize=size,
            markerfacecolor=face,
            markeredgecolor=colour,
            markeredgewidth=0.6,
            zorder=2,
        )
    figure.record(ax, steps.names[time], "run", x=cosines[0], y=cosines[1])
    figure.name(Entry(ax, steps.names[time], "simulation", colour))


def _means(ax: Axes, figure: Sheet, means: pd.DataFrame, sign: str, colours: Mapping[Any, str]) -> None:
    """Draw the mean of each step as a cross in the step's colour, on a black one."""
    x, y = means[f"{sign}_first"].to_numpy(), means[f"{sign}_second"].to_numpy()
    size = 1.1 * mpl.rcParams["lines.markersize"]
    for at, up, time in zip(x, y, means["time"], strict=True):
        ax.plot([at], [up], marker="X", color=colours[time], markeredgecolor="black", markersize=size, linestyle="none", zorder=4)
    figure.record(ax, _MEANS, "theory", x=np.asarray(x), y=np.asarray(y))
    figure.name(Entry(ax, _MEANS, "simulation", "black", "X"))
