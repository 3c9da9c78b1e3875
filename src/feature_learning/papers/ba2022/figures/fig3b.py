"""Risk against width after steps of order one."""

from feature_learning.core.tables import Tables
from feature_learning.papers.ba2022.panels import gain_panel, risk_panel
from feature_learning.plotting.overlay import letter
from feature_learning.plotting.sheet import Sheet


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the risk against N/d, and the gain over random features."""
    axes = figure.panels(1, 2, height=2.8)
    axes[0].set_title("risk")
    risk_panel(axes[0], tables, "small_step_widths", "psi2")
    axes[0].set_ylim(0.05, 0.42)
    axes[0].set_ylabel("risk")
    axes[0].legend(loc="upper right", ncols=2)
    axes[1].set_title("gain over random features")
    gain_panel(axes[1], tables, "small_step_widths", "psi2")
    axes[1].legend(loc="upper right")
    for ax in axes:
        ax.set_xticks([0.25, 0.5, 1, 2, 4, 8], ["0.25", "0.5", "1", "2", "4", "8"])
        ax.minorticks_off()
        ax.set_xlabel("neurons per dimension, $N/d$")
    letter(axes)
