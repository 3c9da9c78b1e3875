"""The staircase at sample sizes that no simulation reaches."""

import math

from feature_learning.core.tables import Tables
from feature_learning.papers.moniri2023.shared.panels import step_regimes, theorem_levels
from feature_learning.plotting.lines import level
from feature_learning.plotting.marks import theory
from feature_learning.plotting.palette import METHODS, darker, ordered
from feature_learning.plotting.sheet import Sheet


def _power(n: float) -> str:
    return f"$n = 10^{{{round(math.log10(n))}}}$"


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the predicted test gain against alpha for each sample size."""
    (ax,) = figure.panels()
    curves = tables.theory("staircase")
    ax.set_title("two steps appear only beyond $n = 10^6$")
    theory(ax, curves, "alpha", "test_gain", ordered("n", curves["n"], _power))
    theorem_levels(ax, curves, "test_gain")
    exact = curves.dropna(subset=["exact_test_gain"])
    colour = darker(METHODS["variant"])  # as in the other figures of the exact gradient
    theory(ax, exact, "alpha", "exact_test_gain", label="exact gradient, $n = 10^{14}$", colour=colour, thin=True)
    level(ax, float(curves["exact_test_gain_l2"].iloc[0]), r"$\ell = 2$, exact", colour=colour)
    step_regimes(ax)
    ax.set_ylabel("predicted gain in test error")
