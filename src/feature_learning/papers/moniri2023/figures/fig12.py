"""A third spike, where the student has one."""

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.papers.moniri2023.shared.panels import RANK_ONE, step_regimes, theorem_levels
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.lines import logarithmic
from feature_learning.plotting.marks import simulation, theory
from feature_learning.plotting.palette import methods, ordered, unordered
from feature_learning.plotting.sheet import Sheet

_EXACT = methods("network", {"simplified": ("variant", "exact gradient")})
_PARTS = unordered("quantity", {"learned_h2": "$H_2$", "learned_h3": "$H_3$"}, after=1)
_DEGREES = ordered("degree", (0, 1, 2, 3), r"$\ell = {}$")


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the test gain and the learned parts against alpha, and the remainder against n."""
    gain, parts, remainder = figure.panels(1, 3)
    runs, predicted = tables.runs("cubic"), tables.theory("cubic")
    gain.set_title("towards a third level")
    theory(gain, predicted, "alpha", "test_gain", label="three spikes, theory")
    networks = RANK_ONE + _EXACT
    simulation(gain, estimates(runs, "test_gain", ["network", "alpha"]), "alpha", networks, nested=True)
    theorem_levels(gain, predicted, "test_gain", (1, 2, 3))
    gain.set_ylabel("gain in test error")

    parts.set_title("$H_3$ comes last")
    columns = list(_PARTS.names)
    theory(parts, predicted.melt("alpha", columns, "quantity"), "alpha", "value", _PARTS)
    rank_one = runs[runs["network"] == "rank-one"]
    simulation(parts, estimates(rank_one, columns, ["alpha"]), "alpha", _PARTS)
    parts.set_ylabel("learned fraction")
    for ax in (gain, parts):
        step_regimes(ax)

    remainder.set_title("each spike counts")
    rest, predicted = (read("cubic_remainder", network="rank-one") for read in (tables.runs, tables.theory))
    theory(remainder, predicted, "n", "remainder", _DEGREES)
    simulation(remainder, estimates(rest, "remainder", ["degree", "n"], "log"), "n", _DEGREES, dodge=0.9)
    logarithmic(remainder, "x", ticks=np.sort(rest["n"].unique()))
    logarithmic(remainder, "y")
    remainder.set_xlabel("sample size $n$")
    remainder.set_ylabel(r"$\|F - F_\ell\|_{\mathrm{op}}/\sqrt{n}$")
