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
_DEGREES = plot.ordered("degree", (0, 1, 2, 3), r"$\ell = {}$")


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the test gain and the learned parts against alpha, and the remainder against n."""
    gain, parts, talk, remainder = figure.panels(2, 2, height=2.0)
    runs, predicted = tables.runs("cubic"), tables.theory("cubic")
    plot.theory(gain, predicted, "alpha", "test_gain", label="three spikes, theory")
    means = plot.estimates(runs, "test_gain", ["network", "alpha"])
    plot.simulation(gain, means, "alpha", _NETWORKS)
    theorem_levels(gain, predicted, "test_gain", (1, 2, 3))
    gain.set(title="Test error", ylabel="gain in test error")

    columns = list(_PARTS.names)
    plot.theory(parts, predicted.melt("alpha", columns, "quantity"), "alpha", "value", _PARTS)
    rank_one = runs[runs["network"] == "rank-one"]
    plot.simulation(parts, plot.estimates(rank_one, columns, ["alpha"]), "alpha", _PARTS)
    parts.set(title="Learned parts, rank-one weights", ylabel="learned fraction")
    own = plot.estimates(tables.runs("cubic_talk"), "learned_h3", ["batch", "alpha"])
    plot.simulation(talk, own, "alpha", BATCHES)
    talk.set(title="The talk's network", ylabel="learned fraction of $H_3$")
    for ax in (gain, parts, talk):
        step_regimes(ax)
    same_axis((gain, parts, talk), "x")

    runs, predicted = (
        read("cubic_remainder", network="rank-one") for read in (tables.runs, tables.theory)
    )
    plot.theory(remainder, predicted, "n", "remainder", _DEGREES)
    means = plot.estimates(runs, "remainder", ["degree", "n"], "log")
    plot.simulation(remainder, means, "n", _DEGREES)
    plot.logarithmic(remainder, "x", ticks=np.sort(runs["n"].unique()))
    plot.logarithmic(remainder, "y")
    remainder.set(title="Rest of rank-one weights", xlabel="sample size $n$")
    remainder.set_ylabel(r"$\|F - F_\ell\|_{\mathrm{op}}/\sqrt{n}$")
