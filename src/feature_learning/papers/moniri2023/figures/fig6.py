"""Setting 2: what the step gains, and what it learns of the quadratic part."""

from feature_learning.core.tables import Tables
from feature_learning.papers.moniri2023.gains import gain_panel
from feature_learning.plotting.palette import methods
from feature_learning.plotting.sheet import Sheet

_VARIANTS = methods(
    "variant",
    {"fresh": ("network", "interaction dropped"), "interaction": ("variant", "interaction kept")},
)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw both gains and the learned fraction of H_2 against alpha."""
    objective, test, learned = figure.panels(1, 3)
    objective.set_title("training objective")
    gain_panel(objective, tables, 2, "objective_gain", _VARIANTS, label="gain", limits=True)
    test.set_title("test error")
    gain_panel(test, tables, 2, "test_gain", _VARIANTS, label="gain", limits=True)
    learned.set_title("quadratic part")
    fraction = "learned fraction of $H_2$"
    gain_panel(learned, tables, 2, "learned_h2", _VARIANTS, label=fraction, limits=False)
