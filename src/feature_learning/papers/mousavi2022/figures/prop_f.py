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
_TARGETS = plot.Hue("target", _COLOURS, _NAMES, dict.fromkeys(_NAMES, "o"))
_SEVERAL = ("two-tanh", "tanh-and-square")
_BY = ["target", "t_over_d"]


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the orthogonal part, and the singular values inside the subspace at both decays."""
    across, *inside = axes = figure.panels(1, 3)
    runs = tables.runs("subspace")
    later = runs[runs["t_over_d"] > 0]
    decays = tables.values("subspace", "decay")[::-1]
    strongest = later[later["decay"] == decays[0]]
    plot.simulation(
        across, plot.estimates(strongest, "perp", _BY, "log"), "t_over_d", _TARGETS, join=True
    )
    times = np.array([20.0, float(later["t_over_d"].max())])
    plot.guide(across, times, 0.12 / np.sqrt(times), "slope $-1/2$", at=None)
    across.set(title="the rest is removed", ylabel=r"$\|W_\perp\|_F/\sqrt{m}$")
    inside[1].sharey(inside[0])
    inside[1].tick_params(labelleft=False)
    for ax, decay, title in zip(inside, decays, ("one or two directions", "the same"), strict=True):
        ax.set_title(rf"$\lambda = {decay:g}$: {title}")
        _inside(ax, later[(later["decay"] == decay) & later["target"].isin(_SEVERAL)])
    for ax in axes:
        plot.logarithmic(ax)
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
