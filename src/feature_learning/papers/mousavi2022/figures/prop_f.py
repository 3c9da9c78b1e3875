"""Multi-index targets."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_NAMES = {
    "two-tanh": r"$\tanh z_1 + \tanh z_2$",
    "tanh-and-square": r"$\tanh z_1 + H_2(z_2)/2$",
    "hermite-2": r"$H_2(z)/\sqrt{2}$",
    "hermite-3": r"$H_3(z)/\sqrt{6}$",
}
_COLOURS = plot.unordered("target", _NAMES).colours
_SEVERAL = ("two-tanh", "tanh-and-square")
_BY = ["target", "t_over_d"]


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the orthogonal part for every k, the singular values inside the subspace where all k
    directions are learned, and those of two targets of mixed degrees.
    """
    all_of_them, across, mixed = axes = figure.hero(2, height=3.3)
    even, runs = tables.runs("subspace_k"), tables.runs("subspace")
    even = even[even["d"] == even["d"].min()]
    hue = plot.ordered("k", even["k"], "$k = {}$", palette="flare")
    for_each = plot.estimates(even, "perp", ["k", "t_over_d"], "log")
    plot.simulation(across, for_each, "t_over_d", hue, join=True)
    times = np.sort(even["t_over_d"].unique())
    plot.guide(across, times, 0.3 / np.sqrt(times), "slope $-1/2$", at=None)
    across.set(title="Orthogonal part", ylabel=r"$\|W_\perp\|_F/\sqrt{m}$")
    smallest = even.assign(ratio=even["smallest"] / even["random"])
    smallest = plot.estimates(smallest, "ratio", ["k", "t_over_d"], "log")
    plot.simulation(all_of_them, smallest, "t_over_d", hue, join=True)
    plot.level(all_of_them, 1.0, "random")
    all_of_them.set(title="Weakest direction of the target", ylabel="smallest value over random")
    largest = smallest[smallest["t_over_d"] == smallest["t_over_d"].max()].set_index("k")
    figure.say(
        times=even["t_over_d"].max(),
        **{f"kept_{k}": row["estimate"] for k, row in largest.iterrows()},
    )
    later = runs[(runs["t_over_d"] > 0) & runs["target"].isin(_SEVERAL)]
    _inside(mixed, later[later["decay"] == later["decay"].max()])
    mixed.set_title("Mixed degrees")
    for ax in axes:
        plot.logarithmic(ax)
        ax.set_xlim(1.5, 1.5 * even["t_over_d"].max())
        ax.set_xlabel("steps per dimension $t/d$")


def _inside(ax: Axes, runs: pd.DataFrame) -> None:
    firsts, seconds = _values_of("first", "s"), _values_of("second", "P")
    plot.simulation(ax, plot.estimates(runs, "first", _BY, "median"), "t_over_d", firsts, join=True)
    plot.runs(ax, runs, "t_over_d", "second", seconds)
    plot.simulation(
        ax, plot.estimates(runs, "second", _BY, "median"), "t_over_d", seconds, join=True
    )
    runs = runs.assign(size=runs["perp"] / np.sqrt(runs["d"] - 2))
    chance = runs.groupby("t_over_d")["size"].mean()
    plot.guide(ax, chance.index.to_numpy(), chance, "a random\ndirection", at=None)
    ax.set_ylabel(r"singular values of $W_\parallel/\sqrt{m}$")


def _values_of(number: str, marker: str) -> plot.Hue:
    """Return the series of the first or second values, in the targets' colours."""
    colours = {key: _COLOURS[key] for key in _SEVERAL}
    names = {key: f"{_NAMES[key]}, {number} value" for key in _SEVERAL}
    return plot.Hue("target", colours, names, dict.fromkeys(_SEVERAL, marker))
