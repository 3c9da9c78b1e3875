"""Setting 1: what the step gains."""

from feature_learning.core.tables import Tables
from feature_learning.papers.moniri2023.gains import gain_panel
from feature_learning.plotting.palette import methods
from feature_learning.plotting.sheet import Sheet

_VARIANTS = methods(
    "variant",
    {"fresh": ("network", "interaction dropped"), "interaction": ("variant", "interaction kept")},
)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw both gains against alpha."""
    objective, test = figure.panels(1, 2)
    objective.set_title("objective: one spike is enough")
    gain_panel(objective, tables, 1, "objective_gain", _VARIANTS, limits=True)
    test.set_title("test: the interaction costs gain")
    gain_panel(test, tables, 1, "test_gain", _VARIANTS, limits=True)
