"""Setting 1: what the step gains."""

from feature_learning import plotting as plot
from feature_learning.papers.moniri2023.shared.panels import (
    NETWORKS,
    gain_panel,
    paired_gap,
    step_regimes,
)
from feature_learning.plotting import Sheet, Tables

_PAIR = ("network", "slides", "simplified")
_LABEL = "talk's minus simplified, {}"


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw both gains against alpha, and the paired difference of the two networks."""
    objective, test, difference = figure.panels(1, 3)
    runs, curves = tables.runs("one_step", task=1), tables.theory("one_step", task=1)
    gain_panel(objective, runs, curves, "objective_gain", NETWORKS)
    objective.set(title="the objective's gain levels off", ylabel="gain in objective")
    gain_panel(test, runs, curves, "test_gain", NETWORKS)
    test.set(title="the test gain peaks", ylabel="gain in test error")

    plot.level(difference, 0.0, "")
    predicted = paired_gap(curves, ["alpha"], *_PAIR)
    plot.theory(difference, predicted, "alpha", "gap", label=_LABEL.format("theory"))
    means = plot.estimates(paired_gap(runs, ["seed", "alpha"], *_PAIR), "gap", ["alpha"])
    label = _LABEL.format("simulation")
    plot.simulation(difference, means, "alpha", label=label, colour=plot.PREDICTION, marker="D")
    difference.set(title="first more, then less", ylabel="difference in test gain")
    step_regimes(difference)
