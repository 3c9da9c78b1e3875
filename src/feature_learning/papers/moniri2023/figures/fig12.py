"""A third spike, where the student has one."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.moniri2023.shared.panels import same_axis, step_regimes, theorem_levels
from feature_learning.plotting import Sheet, Tables

_PARTS = plot.unordered("quantity", {"learned_h2": "$H_2$", "learned_h3": "$H_3$"}, after=1)
_NETWORKS = plot.Hue(
    "run",
    {"simplified": plot.PURPLE, "fresh": plot.METHODS["network"], "same": plot.METHODS["variant"]},
    {"simplified": "exact gradient", "fresh": "talk's, fresh", "same": "talk's, one batch"},
    {"simplified": "^", "fresh": "s", "same": "o"},
)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw what is learned of either part by rank-one weights, their test gain, and what other
    networks learn of the cubic part.
    """
    parts, gain, others = figure.hero(2, height=3.4)
    runs, predicted = tables.runs("cubic"), tables.theory("cubic")
    rank_one = runs[runs["network"] == "rank-one"]
    _parts(parts, rank_one, predicted)
    _gain(gain, rank_one, predicted)
    simplified = runs[runs["network"] == "simplified"].assign(run="simplified")
    talk = tables.runs("cubic_talk").assign(run=lambda rows: rows["batch"])
    cubic = plot.estimates(pd.concat([simplified, talk]), "learned_h3", ["run", "alpha"])
    plot.simulation(others, cubic, "alpha", _NETWORKS, join=True)
    others.set(title="Other networks", ylabel="fraction of $H_3$")
    for ax in (parts, gain, others):
        step_regimes(ax)
    same_axis((parts, gain, others), "x")


def _parts(ax: Axes, runs: pd.DataFrame, predicted: pd.DataFrame) -> None:
    """Draw the learned fractions, and in a strip by how much they differ from the expansion."""
    columns = list(_PARTS.names)
    law = predicted.melt("alpha", columns, "quantity")
    plot.theory(ax, law, "alpha", "value", _PARTS)
    means = plot.estimates(runs, columns, ["alpha"])
    plot.simulation(ax, means, "alpha", _PARTS)
    ax.set(title="Rank-one weights", ylabel="learned fraction")
    plot.residual(ax, means, law, "alpha", "value", _PARTS, relative=False)


def _gain(ax: Axes, runs: pd.DataFrame, predicted: pd.DataFrame) -> None:
    """Draw the test gain with the theorem's levels."""
    plot.theory(ax, predicted, "alpha", "test_gain")
    means = plot.estimates(runs, "test_gain", ["alpha"])
    plot.simulation(ax, means, "alpha", colour=plot.METHODS["equivalent"])
    theorem_levels(ax, predicted, "test_gain", (1, 2, 3))
    ax.set(title="Test error, rank one", ylabel="gain")
    law = predicted.sort_values("alpha")
    at = np.interp(means["alpha"], law["alpha"], law["test_gain"])
    plot.sheet_of(ax).say(gap=float((means["estimate"] / at - 1).abs().max()))
