"""What a step of order one saves, against the samples."""

from feature_learning import plotting as plot
from feature_learning.papers.ba2022.shared.panels import ratio_panel, risk_panel
from feature_learning.plotting import Sheet, Tables

_HEAVY = (1.6, 2.6)  # n/d around n = N, where the risk is heavy-tailed


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the risk over that of random features against n/d, and beside it the risk itself."""
    ratio, risk = figure.hero(1, share=0.6, height=2.8)
    for ax in (ratio, risk):
        plot.logarithmic(ax, "x", ticks=(0.5, 1, 2, 4, 8))
        # Regimes are shaded in turn; the first lies to the left of the panel, so that only n near N
        # is.
        plot.regimes(ax, (1e-3, *_HEAVY), ["", "", r"$n \approx N$", ""])
        ax.set_xlabel("samples per dimension $n/d$")
    ratio_panel(ratio, tables, "small_step_samples", "psi1", _HEAVY)
    risk_panel(risk, tables, "small_step_samples", "psi1", _HEAVY)
