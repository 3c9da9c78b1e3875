"""What several figures of the poster's experiment share: series, and lines through estimates."""

from __future__ import annotations

import matplotlib as mpl
import pandas as pd
import seaborn as sns
from matplotlib.axes import Axes

from feature_learning.plotting.key import Entry
from feature_learning.plotting.marks import own_labels
from feature_learning.plotting.palette import PREDICTION, Hue, ordered
from feature_learning.plotting.sheet import sheet_of

_NEUTRAL = "0.4"


def dimensions(runs: pd.DataFrame) -> Hue:
    """Return the series of the dimensions, light to dark."""
    return ordered("d", runs["d"], "$d = {}$")


def exponents(runs: pd.DataFrame) -> Hue:
    """Return the series of the information exponents, light to dark."""
    return ordered("s", runs["s"], "$s = {}$", "flare")


def lines(ax: Axes, table: pd.DataFrame, x: str, hue: Hue, *, name: str, dashed: bool = False, predicted: bool = False) -> None:
    """Draw a thin line through the estimates of each series, and name what such lines are.

    Parameters
    ----------
    ax
        Where to draw.
    table
        From `plotting.estimates`.
    x
        The column of the x axis.
    hue
        The series.
    name
        What the lines show; one entry in the legend.
    dashed
        Dashed and thinner, for what is not the figure's main message.
    predicted
        Thinner and black, for a prediction whose series the markers on it name.
    """
    sheet, dashes = sheet_of(ax), (0, (3, 1.5)) if dashed else "-"
    with own_labels(ax):
        for value, part in hue.split(table):
            sns.lineplot(
                part.sort_values(x),
                x=x,
                y="estimate",
                ax=ax,
                color=PREDICTION if predicted else hue.colours[value],
                linewidth=(0.6 if dashed or predicted else 0.9) * mpl.rcParams["lines.linewidth"],
                linestyle=dashes,
                estimator=None,
                errorbar=None,
                legend=False,
                zorder=3,
            )
            at, y = part[x].to_numpy(), part["estimate"].to_numpy()
            sheet.record(ax, hue.names[value], "theory" if predicted else "simulation", x=at, y=y, of=name)
    colour = PREDICTION if predicted else _NEUTRAL
    sheet.name(Entry(ax, name, "theory", colour, dashes="--" if dashed else "-"))
