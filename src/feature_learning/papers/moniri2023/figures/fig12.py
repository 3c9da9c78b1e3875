"""A third spike, where the student has one."""

import math
from itertools import pairwise

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.moniri2023.shared.panels import (
    name_at,
    same_axis,
    say_sizes,
    step_regimes,
)
from feature_learning.plotting import Sheet, Tables

_PARTS = plot.unordered("quantity", {"learned_h2": "$H_2$", "learned_h3": "$H_3$"}, after=1)
_FEW = 5  # seeds, fewer of which have bars too long for the name's place
_SPIKES = 3  # of the activation, one for each degree
_NETWORKS = {"fresh": "talk", "same": "batch"}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw what is learned of either part by rank-one weights, and their test gain."""
    say_sizes(figure, tables, "cubic")
    parts, gain = figure.hero(1, share=0.6, height=2.8)
    runs, predicted = tables.runs("cubic"), tables.theory("cubic")
    rank_one = runs[runs["network"] == "rank-one"]
    _parts(parts, rank_one, predicted)
    _gain(gain, rank_one, predicted)
    for ax in (parts, gain):
        step_regimes(ax, _SPIKES)
    same_axis((parts, gain), "x")
    exact = runs[runs["network"] == "simplified"]
    talk = tables.runs("cubic_talk")
    figure.say(exact=_last(exact), exact_alpha=f"{exact['alpha'].max():g}")
    figure.say(alpha=f"{talk['alpha'].max():g}")
    for batch, name in _NETWORKS.items():
        figure.say(**{name: _last(talk[talk["batch"] == batch])})


def _last(runs: pd.DataFrame) -> float:
    """Return the learned fraction of the cubic part at the largest step."""
    return float(runs[runs["alpha"] == runs["alpha"].max()]["learned_h3"].mean())


def _parts(ax: Axes, runs: pd.DataFrame, predicted: pd.DataFrame) -> None:
    """Draw the learned fractions, and in a strip by how much they differ from the expansion."""
    columns = list(_PARTS.names)
    law = predicted.melt("alpha", columns, "quantity")
    plot.theory(ax, law, "alpha", "value", _PARTS)
    means = plot.estimates(runs, columns, ["alpha"])
    plot.simulation(ax, means, "alpha", _PARTS)
    ax.set(title="Learned by rank-one weights", ylabel="learned fraction")
    plot.residual(ax, means, law, "alpha", "value", _PARTS, relative=False)
    for quantity, own in means.groupby("quantity"):
        line = law[law["quantity"] == quantity].sort_values("alpha")
        off = own["estimate"] - np.interp(own["alpha"], line["alpha"], line["value"])
        name = str(quantity).removeprefix("learned_")
        plot.sheet_of(ax).say(**{f"low_{name}": off.min(), f"high_{name}": off.max()})


def _theorem(ax: Axes, predicted: pd.DataFrame) -> None:
    """Draw the theorem's level of each range; from three spikes on there is no other."""
    ends = [predicted["alpha"].min(), 1 / 4, 1 / 3, predicted["alpha"].max()]
    x, y = [], []
    for degree, (low, high) in enumerate(pairwise(ends), start=1):
        x += [low, high, high]
        y += [float(predicted[f"test_gain_l{degree}"].iloc[0])] * 2 + [math.nan]
    plot.guide(ax, x[:-1], y[:-1], "theorem", at=None)


def _gain(ax: Axes, runs: pd.DataFrame, predicted: pd.DataFrame) -> None:
    """Draw the test gain with the theorem's levels."""
    plot.theory(ax, predicted, "alpha", "test_gain", label="expansion")
    means = plot.estimates(runs, "test_gain", ["alpha"])
    colour = plot.METHODS["equivalent"]
    plot.simulation(ax, means, "alpha", label="rank-one weights", colour=colour)
    _theorem(ax, predicted)
    top = predicted["test_gain"].max()
    half = predicted.loc[(predicted["test_gain"] - top / 2).abs().idxmin()]
    at = (float(half["alpha"]), float(half["test_gain"]))
    if runs["seed"].nunique() >= _FEW:
        name_at(ax, "expansion", plot.PREDICTION, at, (5, -7))
    ax.set(title="Their test error", ylabel="gain in test error")
    law = predicted.sort_values("alpha")
    at = np.interp(means["alpha"], law["alpha"], law["test_gain"])
    off = means["estimate"] / at - 1
    last = means["alpha"].idxmax()
    beyond = means[means["alpha"] > 1 / 3].sort_values("alpha")
    third = (beyond if len(beyond) else means).iloc[0]
    level = float(predicted["test_gain_l3"].iloc[0])
    said = {"third_alpha": f"{third['alpha']:g}", "third_gain": third["estimate"]}
    end = float(means.sort_values("alpha")["low"].iloc[-1])
    over = ", above the level, which is not explained" if end > level else ""
    plot.sheet_of(ax).say(third_level=level, over=over, **said)
    plot.sheet_of(ax).say(last=float(off[last]), last_alpha=f"{means['alpha'].max():g}")
    plot.sheet_of(ax).say(gap=float(off.abs().max()))
