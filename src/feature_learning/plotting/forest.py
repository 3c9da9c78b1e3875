"""Forest plots: one row for each case, with its interval and what is predicted for it."""

from collections.abc import Mapping

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning.plotting.key import Entry
from feature_learning.plotting.palette import BLUE, PREDICTION, darker
from feature_learning.plotting.sheet import sheet_of

_TICK = 0.32  # half the height of a prediction, in rows


def forest(
    ax: Axes,
    table: pd.DataFrame,
    row: str,
    names: Mapping[str, str],
    *,
    predicted: Mapping[str, float] | None = None,
    prediction: str = "theory",
    beside: bool = True,
    coloured: bool = False,
    label: str = "simulation",
    colours: Mapping[str, str] | None = None,
    marker: str = "o",
    offset: float = 0.0,
) -> None:
    """Draw an estimate with its interval for each case, the first one at the top.

    Parameters
    ----------
    ax
        Where to draw: x is the quantity.
    table
        From `estimates` or `points`: one row per case.
    row
        The column of the cases.
    names
        What stands next to each case, in the order from top to bottom.
    predicted
        A value for each case, drawn as an upright tick.
    prediction, label
        How the ticks and the estimates are called.
    beside
        The ticks are named next to the first one; otherwise by the caller.
    coloured
        The ticks have the darkened colours of the cases, where a row has several series.
    colours
        Of the cases; by default blue. The estimates are named in their colour where all have one.
    marker
        Of the estimates.
    offset
        How far below the first row the first case stands, where there are several blocks.
    """
    sheet, at = sheet_of(ax), {name: place + offset for place, name in enumerate(names)}
    shown = table[table[row].isin(list(names))]
    places = shown[row].map(at).to_numpy(dtype=float)
    for place, (_, case) in zip(places, shown.iterrows(), strict=True):
        colour = (colours or {}).get(case[row], BLUE)
        if np.isfinite([case["low"], case["high"]]).all():
            ends = [case["low"], case["high"]]
            width = 0.7 * mpl.rcParams["lines.linewidth"]
            ax.plot(ends, [place, place], color=colour, linewidth=width, zorder=3)
        ax.plot([case["estimate"]], [place], marker, color=colour, markeredgewidth=0, zorder=4)
    columns = {key: shown[key].to_numpy() for key in ("low", "high", "seeds", "diverged", "kind")}
    of = shown[row].to_numpy()
    sheet.record(ax, label, "simulation", x=shown["estimate"], y=places, of=of, **columns)
    given = {(colours or {}).get(name, BLUE) for name in names}
    colour = given.pop() if len(given) == 1 else BLUE
    sheet.name(Entry(ax, label, "simulation", colour, marker))
    if predicted is not None:
        values = np.array([predicted[name] for name in names], dtype=float)
        rows = np.array([at[name] for name in names], dtype=float)
        shades = [darker((colours or {}).get(name, BLUE)) for name in names]
        shade = shades if coloured else PREDICTION
        ax.vlines(values, rows - _TICK, rows + _TICK, color=shade, zorder=3.5)
        sheet.record(ax, prediction, "theory", x=values, y=rows, of=list(names))
        if beside:
            _beside(ax, values[0], rows[0], prediction)
    ticks = list(ax.get_yticks()) if offset else []  # of the blocks before; panels may share them
    texts = dict(zip(ticks, ax.yaxis.get_major_formatter().format_ticks(ticks), strict=True))
    texts |= {place: names[name] for name, place in at.items()}
    ax.set_yticks(list(texts), list(texts.values()))
    ax.tick_params(axis="y", length=0)
    ax.set_ylim(max(texts) + 0.6, min(texts) - 0.6)
    ax.grid(False, axis="y")
    ax.set_ylabel(" ")  # each row has a name


def _beside(ax: Axes, value: float, row: float, text: str) -> None:
    """Name the first prediction, on its emptier side."""
    sheet, (low, high) = sheet_of(ax), ax.get_xlim()
    right = value < (low + high) / 2
    ax.annotate(
        text,
        (value, row),
        (4 * sheet.target.type * (1 if right else -1), 0),
        textcoords="offset points",
        fontsize=mpl.rcParams["legend.fontsize"],
        ha="left" if right else "right",
        va="center",
    )
