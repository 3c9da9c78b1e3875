"""Risk against samples after steps of order one."""

from feature_learning.core.tables import Tables
from feature_learning.papers.ba2022.panels import risk_panel
from feature_learning.plotting.sheet import Sheet


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the risk against n/d."""
    (ax,) = figure.panels(height=3.0)
    risk_panel(ax, tables, "small_step_samples", "psi1", median=True)
    ax.set_yscale("log")
    ax.set_xticks([0.5, 1, 2, 4, 8], ["0.5", "1", "2", "4", "8"])
    ax.set_yticks([0.02, 0.05, 0.1, 0.2, 0.5, 1], ["0.02", "0.05", "0.1", "0.2", "0.5", "1"])
    ax.minorticks_off()
    ax.set_ylim(0.018, 5)
    ax.set_xlabel("samples a dimension, $n/d$")
    ax.set_ylabel("risk")
    ax.legend(loc="upper left", ncols=2)
