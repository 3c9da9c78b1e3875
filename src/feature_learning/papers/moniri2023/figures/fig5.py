"""Setting 1: what the step gains."""

from feature_learning.core.tables import Tables
from feature_learning.papers.moniri2023.gains import GAINS, gain_panel
from feature_learning.plotting.overlay import letter
from feature_learning.plotting.sheet import Sheet


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw both gains against alpha."""
    axes = figure.panels(1, 2, height=2.6)
    for ax, (value, title) in zip(axes, GAINS, strict=True):
        ax.set_title(title)
        gain_panel(ax, tables, 1, value, {"fresh": "simulation", "interaction": "interaction kept"}, limits=True)
    axes[1].legend(loc="lower right")
    letter(axes)
