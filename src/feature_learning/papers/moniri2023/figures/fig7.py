"""The staircase at sample sizes that no simulation reaches."""

import math

from feature_learning import plotting as plot
from feature_learning.papers.moniri2023.shared.panels import step_regimes, theorem_levels
from feature_learning.plotting import Sheet, Tables


def _power(n: float) -> str:
    return f"$n = 10^{{{round(math.log10(n))}}}$"


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the predicted test gain against alpha for each sample size."""
    (ax,) = figure.panels()
    curves = tables.theory("staircase")
    plot.theory(ax, curves, "alpha", "test_gain", plot.ordered("n", curves["n"], _power))
    theorem_levels(ax, curves, "test_gain")
    exact = curves.dropna(subset=["exact_test_gain"])
    colour = plot.darker(plot.METHODS["variant"])  # as in the other figures of the exact gradient
    label = "exact gradient, $n = 10^{14}$"
    plot.theory(ax, exact, "alpha", "exact_test_gain", label=label, colour=colour, thin=True)
    limit = tables.value("staircase", "exact_test_gain_l2")
    plot.level(ax, limit, r"$\ell = 2$, exact", colour=colour)
    step_regimes(ax)
    title = "two steps appear only beyond $n = 10^6$"
    ax.set(title=title, ylabel="predicted gain in test error")
