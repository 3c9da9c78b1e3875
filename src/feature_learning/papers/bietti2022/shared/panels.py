"""Series of dimensions and exponents, and lines through estimates."""

import matplotlib as mpl
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot

_NEUTRAL = "0.4"


def dimension_hue(runs: pd.DataFrame) -> plot.Hue:
    """Return the series of the dimensions, light to dark."""
    return plot.ordered("d", runs["d"], "$d = {}$")


def exponent_hue(runs: pd.DataFrame) -> plot.Hue:
    """Return the series of the information exponents, light to dark."""
    return plot.ordered("s", runs["s"], "$s = {}$", "flare")


def lines(
    ax: Axes,
    table: pd.DataFrame,
    x: str,
    hue: plot.Hue,
    *,
    name: str,
    dashed: bool = False,
    predicted: bool = False,
) -> None:
    """Draw a thin line through the estimates of each series, and name what such lines are.

    Parameters
    ----------
    ax, table, x, hue
        The panel, the table from `plotting.estimates`, its column of the x axis, and the series.
    name
        What the lines show; one entry in the legend.
    dashed
        Dashed and thinner, for what is not the figure's main message.
    predicted
        Thinner and black, for a prediction whose series the markers on it name.
    """
    sheet, width = plot.sheet_of(ax), (0.6 if dashed or predicted else 0.9)
    for value, part in hue.split(table):
        part = part.sort_values(x)
        ax.plot(
            part[x],
            part["estimate"],
            color=plot.PREDICTION if predicted else hue.colours[value],
            linewidth=width * mpl.rcParams["lines.linewidth"],
            linestyle=(0, (3, 1.5)) if dashed else "-",
            zorder=3,
        )
        points = {"x": part[x].to_numpy(), "y": part["estimate"].to_numpy(), "of": name}
        sheet.record(ax, hue.names[value], "theory" if predicted else "simulation", **points)
    colour = plot.PREDICTION if predicted else _NEUTRAL
    sheet.name(plot.Entry(ax, name, "theory", colour, dashes="--" if dashed else "-"))
