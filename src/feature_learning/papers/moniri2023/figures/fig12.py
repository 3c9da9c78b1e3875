"""A third spike, where the student has one."""

import numpy as np

from feature_learning import plotting as plot
from feature_learning.papers.moniri2023.shared.panels import (
    BATCHES,
    RANK_ONE,
    same_axis,
    step_regimes,
    theorem_levels,
)
from feature_learning.plotting import Sheet, Tables

_NETWORKS = RANK_ONE + plot.methods("network", {"simplified": ("variant", "exact gradient")})
_PARTS = plot.unordered("quantity", {"learned_h2": "$H_2$", "learned_h3": "$H_3$"}, after=1)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw what is learned of either part by rank-one weights, the test gain, and the talk's
    network.
    """
    parts, gain, talk = figure.hero(2, height=3.2)
    runs, predicted = tables.runs("cubic"), tables.theory("cubic")
    columns = list(_PARTS.names)
    plot.theory(parts, predicted.melt("alpha", columns, "quantity"), "alpha", "value", _PARTS)
    rank_one = runs[runs["network"] == "rank-one"]
    plot.simulation(parts, plot.estimates(rank_one, columns, ["alpha"]), "alpha", _PARTS)
    parts.set(title="Rank-one weights", ylabel="learned fraction")

    plot.theory(gain, predicted, "alpha", "test_gain", label="three spikes")
    means = plot.estimates(runs, "test_gain", ["network", "alpha"])
    plot.simulation(gain, means, "alpha", _NETWORKS)
    theorem_levels(gain, predicted, "test_gain", (1, 2, 3))
    gain.set(title="Test error", ylabel="gain")
    own = plot.estimates(tables.runs("cubic_talk"), "learned_h3", ["batch", "alpha"])
    plot.simulation(talk, own, "alpha", BATCHES, join=True)
    talk.set(title="Talk's network", ylabel="fraction of $H_3$")
    for ax in (parts, gain, talk):
        step_regimes(ax)
    same_axis((parts, gain, talk), "x")
    simulated = means[means["network"] == "rank-one"].set_index("alpha")["estimate"]
    law = predicted.set_index("alpha")["test_gain"]
    at = np.interp(simulated.index, law.index, law)
    figure.say(gap=float((simulated / at - 1).abs().max()))
