"""A third spike, where the student has one."""

import numpy as np

from feature_learning.papers.moniri2023.shared.panels import RANK_ONE, step_regimes, theorem_levels
from feature_learning.plotting import (
    Sheet,
    Tables,
    estimates,
    logarithmic,
    methods,
    ordered,
    simulation,
    theory,
    unordered,
)

_NETWORKS = RANK_ONE + methods("network", {"simplified": ("variant", "exact gradient")})
_PARTS = unordered("quantity", {"learned_h2": "$H_2$", "learned_h3": "$H_3$"}, after=1)
_DEGREES = ordered("degree", (0, 1, 2, 3), r"$\ell = {}$")


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the test gain and the learned parts against alpha, and the remainder against n."""
    gain, parts, remainder = figure.panels(1, 3)
    runs, predicted = tables.runs("cubic"), tables.theory("cubic")
    theory(gain, predicted, "alpha", "test_gain", label="three spikes, theory")
    means = estimates(runs, "test_gain", ["network", "alpha"])
    simulation(gain, means, "alpha", _NETWORKS, nested=True)
    theorem_levels(gain, predicted, "test_gain", (1, 2, 3))
    gain.set(title="towards a third level", ylabel="gain in test error")

    columns = list(_PARTS.names)
    theory(parts, predicted.melt("alpha", columns, "quantity"), "alpha", "value", _PARTS)
    rank_one = runs[runs["network"] == "rank-one"]
    simulation(parts, estimates(rank_one, columns, ["alpha"]), "alpha", _PARTS)
    parts.set(title="$H_3$ comes last", ylabel="learned fraction")
    for ax in (gain, parts):
        step_regimes(ax)

    runs, predicted = (
        read("cubic_remainder", network="rank-one") for read in (tables.runs, tables.theory)
    )
    theory(remainder, predicted, "n", "remainder", _DEGREES)
    means = estimates(runs, "remainder", ["degree", "n"], "log")
    simulation(remainder, means, "n", _DEGREES, dodge=0.9)
    logarithmic(remainder, "x", ticks=np.sort(runs["n"].unique()))
    logarithmic(remainder, "y")
    remainder.set(title="each spike counts", xlabel="sample size $n$")
    remainder.set_ylabel(r"$\|F - F_\ell\|_{\mathrm{op}}/\sqrt{n}$")
