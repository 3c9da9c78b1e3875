"""Setting 1: what the step gains."""

from feature_learning.core.tables import Tables
from feature_learning.papers.moniri2023.shared.panels import NETWORKS, gain_panel, own_levels, step_regimes, theorem_levels
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.lines import level
from feature_learning.plotting.marks import simulation, theory
from feature_learning.plotting.palette import PREDICTION
from feature_learning.plotting.sheet import Sheet

_PAIR = ["seed", "alpha"]


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw both gains against alpha, and the paired difference of the two networks."""
    objective, test, difference = figure.panels(1, 3)
    runs, curves = tables.runs("one_step", task=1), tables.theory("one_step", task=1)
    objective.set_title("the objective's gain levels off")
    gain_panel(objective, runs, curves, "objective_gain", NETWORKS, "gain in objective")
    test.set_title("the test gain peaks")
    gain_panel(test, runs, curves, "test_gain", NETWORKS, "gain in test error")
    for ax, value in ((objective, "objective_gain"), (test, "test_gain")):
        theorem_levels(ax, curves, value)
        own_levels(ax, curves, value)

    difference.set_title("first more, then less")
    level(difference, 0.0, "")
    one, other = (curves[curves["network"] == name].set_index("alpha")["test_gain"] for name in ("slides", "simplified"))
    predicted = (one - other).rename("gap").reset_index()
    theory(difference, predicted, "alpha", "gap", label="talk's minus simplified, theory")
    one, other = (runs[runs["network"] == name].set_index(_PAIR)["test_gain"] for name in ("slides", "simplified"))
    found = estimates((one - other).rename("gap").reset_index(), "gap", ["alpha"])
    simulation(difference, found, "alpha", label="talk's minus simplified, simulation", colour=PREDICTION, marker="D")
    difference.set_ylabel("difference in test gain")
    step_regimes(difference)
