"""The staircase at sample sizes that no simulation reaches."""

import math

from feature_learning.core.tables import Tables
from feature_learning.papers.moniri2023.gains import step_regimes
from feature_learning.plotting.lines import level
from feature_learning.plotting.marks import theory
from feature_learning.plotting.palette import ordered
from feature_learning.plotting.sheet import Sheet


def _power(n: float) -> str:
    return f"$n = 10^{{{round(math.log10(n))}}}$"


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the predicted test gain against alpha for each sample size."""
    (ax,) = figure.panels()
    curves = tables.theory("staircase")
    sizes = ordered("n", curves["n"], _power)
    theory(ax, curves, "alpha", "test_gain", sizes)
    for degree in (1, 2):
        level(ax, curves[f"test_gain_l{degree}"].iloc[0], rf"$\ell = {degree}$")
    step_regimes(ax)
    ax.set_ylabel("predicted gain in test error")
