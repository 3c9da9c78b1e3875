"""Risk against width after steps of order one."""

from feature_learning import plotting as plot
from feature_learning.papers.ba2022.shared.panels import ratio_panel, risk_panel
from feature_learning.plotting import Sheet, Tables


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the risk against N/d, and its ratio to that of random features."""
    risk, ratio = figure.panels(1, 2, height=2.6)
    for ax in (risk, ratio):
        plot.logarithmic(ax, "x", ticks=(0.25, 0.5, 1, 2, 4, 8))
        ax.set_xlabel("neurons per dimension $N/d$")
    risk_panel(risk, tables, "small_step_widths", "psi2")
    plot.logarithmic(risk, "y", ticks=(0.1, 0.15, 0.2, 0.3))
    ratio_panel(ratio, tables, "small_step_widths", "psi2")
