"""The talk's worked example: which directions one step learns from n of order d and d^2."""

import numpy as np
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_DIRECTIONS = plot.unordered("quantity", {"r1": "$w^{*}_1$", "r2": "$w^{*}_2$", "r3": "$w^{*}_3$"})

_FLOOR = 0.6  # of the least that is drawn: room for the names at its end


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the weights after one step on n of order d and d^2."""
    linear, square = figure.panels(1, 2, height=2.4, sharey=True)
    _weights(linear, tables, "regimes_trained", "r1")
    many = _weights(square, tables, "regimes_square", "r2")
    for ax, size in ((linear, "d"), (square, "d^2")):
        ax.set(title=f"$n$ of order ${size}$", xlabel=f"$d$, trained at $n = 64 {size}$")
    linear.set_ylabel("weights along / outside")
    linear.set_ylim(bottom=_FLOOR * linear.dataLim.ymin)
    figure.say(w2=many["r2"], w3=many["r3"], share=many["r2"] / np.sqrt(1 + (many**2).sum()))


def _weights(ax: Axes, tables: Tables, name: str, column: str) -> np.ndarray:
    """Draw the weights along each direction over their part outside all, with the limit of one, and
    return the means at the largest d.
    """
    runs, law = tables.runs(name), tables.theory(name)
    label = _DIRECTIONS.names[column]
    plot.theory(
        ax,
        law,
        "d",
        column,
        label=label,
        colour=plot.darker(_DIRECTIONS.colours[column]),
        thin=True,
    )
    sizes = plot.estimates(runs, list(_DIRECTIONS.names), ["d"], "rms")
    plot.simulation(ax, sizes, "d", _DIRECTIONS, join=True, ends=True)
    d = np.sort(runs["d"].unique()).astype(float)
    plot.guide(ax, d, d**-0.5, "chance", at=None)
    plot.logarithmic(ax)
    return sizes[sizes["d"] == d[-1]].set_index("quantity")["estimate"]
