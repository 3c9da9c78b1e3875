"""Risk against samples after steps of order one."""

from feature_learning import plotting as plot
from feature_learning.papers.ba2022.shared.panels import ratio_panel, risk_panel
from feature_learning.plotting import Sheet, Tables

_HEAVY = (1.6, 2.6)  # n/d around n = N, where the risk is heavy-tailed


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the risk against n/d, and its ratio to that of random features."""
    risk, ratio = figure.panels(1, 2, height=2.6)
    for ax in (risk, ratio):
        plot.logarithmic(ax, "x", ticks=(0.5, 1, 2, 4, 8))
        # Regimes are shaded in turn; the first lies to the left of the panel, so that only n near N
        # is.
        plot.regimes(ax, (1e-3, *_HEAVY), ["", "", r"$n \approx N$: heavy tails", ""])
        ax.set_xlabel("samples per dimension $n/d$")
    risk_panel(risk, tables, "small_step_samples", "psi1", _HEAVY)
    ratio_panel(ratio, tables, "small_step_samples", "psi1", _HEAVY)
