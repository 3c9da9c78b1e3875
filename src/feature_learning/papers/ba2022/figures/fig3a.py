"""Risk against samples after steps of order one."""

from feature_learning.core.tables import Tables
from feature_learning.papers.ba2022.panels import gain_panel, risk_panel
from feature_learning.plotting.overlay import letter
from feature_learning.plotting.sheet import Sheet


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the risk against n/d, and the gain over random features."""
    axes = figure.panels(1, 2, height=2.9)
    axes[0].set_title("risk")
    risk_panel(axes[0], tables, "small_step_samples", "psi1", median=True)
    axes[0].set_yscale("log")
    axes[0].set_yticks([0.02, 0.05, 0.1, 0.2, 0.5, 1], ["0.02", "0.05", "0.1", "0.2", "0.5", "1"])
    axes[0].set_ylim(0.018, 5)
    axes[0].set_ylabel("risk")
    axes[0].legend(loc="upper left", ncols=2)
    axes[1].set_title("gain over random features")
    gain_panel(axes[1], tables, "small_step_samples", "psi1", median=True)
    axes[1].set_ylim(-0.035, 0.14)  # the bars near n = N are much longer
    axes[1].legend(loc="upper right")
    for ax in axes:
        ax.set_xticks([0.5, 1, 2, 4, 8], ["0.5", "1", "2", "4", "8"])
        ax.minorticks_off()
        ax.set_xlabel("samples per dimension, $n/d$")
    letter(axes)
