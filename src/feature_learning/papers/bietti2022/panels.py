"""The series of exponents and dimensions."""

import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.statistics.quantity import Quantity


def exponent_hue(runs: pd.DataFrame) -> plot.Hue:
    """Return the series of the information exponents, light to dark."""
    return plot.ordered("s", runs["s"], "$s = {}$", "flare")


def dimension_hue(runs: pd.DataFrame) -> plot.Hue:
    """Return the series of the dimensions, light to dark."""
    return plot.ordered("d", runs["d"], "$d = {}$")


def name_with_exponents(ax: Axes, drawn: Quantity, fitted: Quantity, hue: plot.Hue) -> None:
    """Name each curve at the right edge, with its exponent in d where it has one.

    Parameters
    ----------
    ax
        The panel.
    drawn, fitted
        What is drawn, by s and d, and those of its points to which exponents are fitted.
    hue
        The series.
    """
    for s, part in hue.split(drawn.table()):
        name, own = hue.names[s], fitted.points["s"] == s
        if own.sum() > 1:
            (exponent,) = fitted.at(s=s).exponent("d").intervals()
            name = f"{name}: {plot.measured(exponent)}"
        last = part.sort_values("d")["estimate"].iloc[-1]
        plot.sheet_of(ax).edge_label(ax, float(last), name, hue.colours[s])
