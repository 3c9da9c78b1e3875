"""What a step of order one saves, against the samples."""

from feature_learning import plotting as plot
from feature_learning.papers.ba2022.shared.panels import ratio_panel
from feature_learning.plotting import Sheet, Tables

_HEAVY = (1.6, 2.6)  # n/d around n = N, where the risk is heavy-tailed

_CLAIMS = {4.0: "ratio-four", 8.0: "ratio-eight"}  # on the ratio, by step


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the risk over that of random features against n/d."""
    (ax,) = figure.panels(height=2.8)
    plot.logarithmic(ax, "x", ticks=(0.5, 1, 2, 4, 8))
    # Regimes are shaded in turn; the first lies to the left of the panel, so that only n near N is.
    plot.regimes(ax, (1e-3, *_HEAVY), ["", "", "", ""])
    middle = sum(_HEAVY) / 2
    name = ax.annotate(
        "$n$ near $N$", (middle, 1), (0, 2), ax.get_xaxis_transform(), "offset points"
    )
    name.set(ha="center", va="bottom", color="0.42")
    ax.set_xlabel("samples per dimension $n/d$")
    ratio_panel(ax, tables, "small_step_samples", "psi1", _CLAIMS, _HEAVY)
    width = tables.value("small_step_samples", "psi2") * tables.value("small_step_samples", "d")
    figure.say(neurons=round(width))
