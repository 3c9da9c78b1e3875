"""What a step of order one saves, against the width."""

from feature_learning import plotting as plot
from feature_learning.papers.ba2022.shared.panels import ratio_panel
from feature_learning.plotting import Sheet, Tables


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the risk over that of random features against N/d."""
    (ax,) = figure.panels(height=2.8)
    plot.logarithmic(ax, "x", ticks=(0.25, 0.5, 1, 2, 4, 8))
    ax.set_xlabel("neurons per dimension $N/d$")
    ratio_panel(ax, tables, "small_step_widths", "psi2", dict.fromkeys((4.0, 8.0), "ratio"))
    figure.say(samples=tables.value("small_step_widths", "psi1"))
