"""A third spike, where the student has one."""

import math
from itertools import pairwise

import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.moniri2023.panels import (
    BATCHES,
    name_at,
    same_axis,
    say_sizes,
    step_regimes,
)
from feature_learning.papers.moniri2023.quantities import learned_cubic
from feature_learning.plotting import Sheet, Tables

_PARTS = plot.unordered("quantity", {"learned_h2": "$H_2$", "learned_h3": "$H_3$"}, after=1)
_FEW = 5  # seeds, fewer of which have bars too long for the name's place
_SPIKES = 3  # of the activation, one for each degree


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw what is learned of either part by rank-one weights, their test gain, and what the talk's
    network learns of the cubic part.
    """
    say_sizes(figure, tables, "cubic")
    parts, gain, talk = figure.hero(2, share=0.56, height=3.3)
    runs, predicted = tables.runs("cubic"), tables.theory("cubic")
    rank_one = runs[runs["network"] == "rank-one"]
    _parts(parts, rank_one, predicted)
    _gain(gain, rank_one, predicted)
    _talk(talk, tables)
    for ax in (parts, gain, talk):
        step_regimes(ax, _SPIKES)
    same_axis((parts, gain, talk), "x")
    for name, experiment in (("alpha", "cubic_talk"), ("last_alpha", "cubic")):
        figure.say(**{name: f"{tables.values(experiment, 'alpha')[-1]:g}"})


def _parts(ax: Axes, runs: pd.DataFrame, predicted: pd.DataFrame) -> None:
    """Draw the learned fractions, and in a strip by how much they differ from the expansion."""
    columns = list(_PARTS.names)
    law = predicted.melt("alpha", columns, "quantity")
    plot.theory(ax, law, "alpha", "value", _PARTS)
    means = plot.estimates(runs, columns, ["alpha"])
    plot.simulation(ax, means, "alpha", _PARTS)
    ax.set(title="Learned by rank-one weights", ylabel="learned fraction")
    plot.residual(ax, means, law, "alpha", "value", _PARTS, relative=False)


def _talk(ax: Axes, tables: Tables) -> None:
    """Draw what the talk's network learns of the cubic part beyond its untrained fraction."""
    found = learned_cubic(tables, "slides").pooled()
    plot.simulation(ax, found.table(), "alpha", BATCHES)
    plot.level(ax, 0.0, "")
    ax.set(title="$H_3$ by the talk's network", ylabel="learned of $H_3$")


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
    known = predicted.dropna(subset="test_gain")
    if len(known) and runs["seed"].nunique() >= _FEW:
        half = known.loc[(known["test_gain"] - known["test_gain"].max() / 2).abs().idxmin()]
        at = (float(half["alpha"]), float(half["test_gain"]))
        name_at(ax, "expansion", plot.PREDICTION, at, (5, -7))
    ax.set(title="Their test error", ylabel="gain in test error")
    plot.sheet_of(ax).say(third_level=float(predicted["test_gain_l3"].iloc[0]))
