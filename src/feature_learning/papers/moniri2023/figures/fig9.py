"""Reusing the batch of the gradient step for the ridge regression."""

from feature_learning.core.tables import Tables
from feature_learning.papers.moniri2023.gains import gain_panel
from feature_learning.plotting.palette import methods
from feature_learning.plotting.sheet import Sheet

_BATCHES = methods("variant", {"fresh": ("network", "fresh batch"), "reuse": ("variant", "batch reused")})


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw both gains against alpha with fresh data and with the batch reused."""
    objective, test = figure.panels(1, 2)
    objective.set_title("a reused batch fits much better")
    gain_panel(objective, tables, 1, "objective_gain", _BATCHES, limits=False)
    test.set_title("and gains more on new data")
    gain_panel(test, tables, 1, "test_gain", _BATCHES, limits=False)
