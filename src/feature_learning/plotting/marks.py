"""Theory over simulation, drawn by seaborn: lines are predictions, markers with bars are estimates
over seeds.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import matplotlib as mpl
import numpy as np
import pandas as pd
import seaborn as sns
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.transforms import ScaledTranslation

from feature_learning.plotting.key import Entry
from feature_learning.plotting.palette import BLUE, PREDICTION, SIZES, Hue, darker
from feature_learning.plotting.sheet import sheet_of

_BAR_ALPHA = 0.6
_RUN_ALPHA = 0.3
_NESTED = (1.5, 0.7)  # sizes of the first and the last of nested series
_DIVERGED = "all seeds diverged"


def simulation(
    ax: Axes,
    table: pd.DataFrame,
    x: str,
    hue: Hue | None = None,
    *,
    label: str = "simulation",
    colour: str = BLUE,
    marker: str = "o",
    join: bool = False,
    dodge: float = 0.0,
    nested: bool = False,
    ends: bool = False,
) -> None:
    """Draw estimates with their intervals. A marker is open where the seeds bound no interval.

    Parameters
    ----------
    ax
        Where to draw.
    table
        From `estimates`: one row per point.
    x
        The column of the x axis.
    hue
        The series; without it there is one, with the following name, colour and marker.
    label, colour, marker
        Of a single series.
    join
        Join the points with a thin line, for series without a theory.
    dodge
        Shift neighbouring series by this many points, where they coincide. The table of points
        keeps the true positions.
    nested
        Draw later series smaller, for series that coincide on a steep theory: all stay at their
        places and seen.
    ends
        Name each series at the right edge, not in the legend.
    """
    series = _series(table, hue, label, colour, marker)
    sizes = (
        np.linspace(*_NESTED, len(series)) if nested and len(series) > 1 else np.ones(len(series))
    )
    for number, (name, own_colour, own_marker, part) in enumerate(series):
        shift = dodge * (number - (len(series) - 1) / 2)
        part = part.sort_values(x)
        if join:
            with own_labels(ax):
                sns.lineplot(
                    part,
                    x=x,
                    y="estimate",
                    ax=ax,
                    color=own_colour,
                    linewidth=0.5 * mpl.rcParams["lines.linewidth"],
                    estimator=None,
                    errorbar=None,
                    legend=False,
                    zorder=2,
                )
            _move(ax, ax.lines[-1], shift)
        _points(ax, part, x, own_colour, own_marker, shift, sizes[number])
        sheet = sheet_of(ax)
        columns = {
            key: part[key].to_numpy() for key in ("low", "high", "seeds", "diverged", "kind")
        }
        at, y = part[x].to_numpy(), part["estimate"].to_numpy()
        sheet.record(ax, name, "simulation", x=at, y=y, **columns)
        sheet.name(Entry(ax, name, "simulation", own_colour, own_marker, of_hue=hue is not None))
        if ends:
            sheet.edge_label(ax, y[np.isfinite(y)][-1], name, own_colour)


def _points(
    ax: Axes, part: pd.DataFrame, x: str, colour: str, marker: str, shift: float, scale: float
) -> None:
    size = scale * mpl.rcParams["lines.markersize"] * SIZES.get(marker, 1.0)
    at, y = part[x].to_numpy(dtype=float), part["estimate"].to_numpy(dtype=float)
    low, high = part["low"].to_numpy(dtype=float), part["high"].to_numpy(dtype=float)
    bounded = np.isfinite(low) & np.isfinite(high)
    with own_labels(ax):
        for open_, kept in ((False, bounded), (True, ~bounded)):
            if not (kept & np.isfinite(y)).any():
                continue
            sns.scatterplot(
                x=at[kept],
                y=y[kept],
                ax=ax,
                color="white" if open_ else colour,
                marker=marker,
                s=size**2,
                edgecolor=colour if open_ else "white",
                linewidth=(1.6 if open_ else 1.0) * mpl.rcParams["lines.markeredgewidth"],
                legend=False,
                zorder=4,
            )
            _move(ax, ax.collections[-1], shift)
    reach = np.vstack([y - low, high - y])
    reach[~np.isfinite(reach)] = 0.0
    reach[0, np.isinf(high) & (low == 0)] = 0.0  # all positive numbers: no interval
    bars = ax.errorbar(
        at,
        y,
        yerr=reach,
        fmt="none",
        ecolor=colour,
        elinewidth=0.6 * mpl.rcParams["lines.linewidth"],
        alpha=_BAR_ALPHA,
        zorder=3,
    )
    for bar in bars.lines[2]:
        _move(ax, bar, shift)
    lost = ~np.isfinite(y)
    if lost.any():  # at the top of the panel, since there is no estimate
        ax.plot(
            at[lost],
            np.ones(lost.sum()),
            transform=ax.get_xaxis_transform(),
            linestyle="none",
            marker="x",
            color=colour,
            clip_on=False,
        )
        sheet_of(ax).name(Entry(ax, _DIVERGED, "simulation", colour, "x"))


def theory(
    ax: Axes,
    frame: pd.DataFrame,
    x: str,
    y: str,
    hue: Hue | None = None,
    *,
    label: str = "theory",
    colour: str = PREDICTION,
    poles: Sequence[float] = (),
    steps: bool = False,
    dashed: bool = False,
    thin: bool = False,
    ends: bool = False,
) -> None:
    """Draw predicted curves: of series in their darkened colours, of no series in black.

    Parameters
    ----------
    ax
        Where to draw.
    frame
        One row per point and series, in any order. The curve is broken where y is not finite.
    x, y
        The columns to draw.
    hue
        The series; without it there is one, with the following name and colour.
    label, colour
        Of a single curve.
    poles
        Positions where the prediction diverges: the curve is broken there.
    steps
        Draw steps, for an x that takes only the values given.
    dashed
        For a second theory of the same series, such as a limit; the caption says which.
    thin
        For curves that are not the panel's subject.
    ends
        Name each series at the right edge, not in the legend.
    """
    for name, own_colour, _, part in _series(frame, hue, label, colour, "o"):
        line = darker(own_colour) if hue else own_colour
        part = part[[x, y]].astype(float).sort_values(x)
        gone = ~np.isfinite(part[y])
        piece = gone.cumsum() + np.searchsorted(np.sort(np.asarray(poles, float)), part[x])
        part = part.assign(piece=piece)[~gone]
        if part.empty:  # such as a fit that the runs do not allow
            continue
        dashes = "--" if dashed else "-"
        with own_labels(ax):
            sns.lineplot(
                part,
                x=x,
                y=y,
                ax=ax,
                color=line,
                linestyle=dashes,
                linewidth=(0.5 if thin else 1.0) * mpl.rcParams["lines.linewidth"],
                drawstyle="steps-mid" if steps else "default",
                units="piece",
                estimator=None,
                errorbar=None,
                legend=False,
                zorder=2,
            )
        sheet = sheet_of(ax)
        sheet.record(ax, name, "theory", x=part[x].to_numpy(), y=part[y].to_numpy())
        sheet.name(Entry(ax, name, "theory", line, dashes=dashes, of_hue=hue is not None))
        if ends:
            sheet.edge_label(ax, float(part[y].iloc[-1]), name, line)


def runs(
    ax: Axes,
    frame: pd.DataFrame,
    x: str,
    y: str,
    hue: Hue | None = None,
    *,
    label: str = "single runs",
    colour: str = BLUE,
    dodge: float = 0.0,
    alpha: float = _RUN_ALPHA,
) -> None:
    """Draw every seed as a faint dot, for few seeds or laws with two modes.

    Parameters
    ----------
    ax
        Where to draw.
    frame
        One row per seed and point.
    x, y
        The columns to draw.
    hue
        The series; without it there is one, with the following name and colour.
    label, colour
        Of a single series.
    dodge
        As in `simulation`.
    alpha
        How opaque: more for light colours.
    """
    series = _series(frame, hue, label, colour, "o")
    for number, (name, own_colour, own_marker, part) in enumerate(series):
        with own_labels(ax):
            sns.scatterplot(
                part,
                x=x,
                y=y,
                ax=ax,
                color=own_colour,
                marker=own_marker,
                s=0.5 * mpl.rcParams["lines.markersize"] ** 2,
                alpha=alpha,
                linewidth=0,
                legend=False,
                zorder=2,
            )
        _move(ax, ax.collections[-1], dodge * (number - (len(series) - 1) / 2))
        sheet_of(ax).record(ax, name, "run", x=part[x].to_numpy(), y=part[y].to_numpy())
        entry = Entry(ax, name, "simulation", own_colour, own_marker, of_hue=hue is not None)
        sheet_of(ax).name(entry)


def _series(
    frame: pd.DataFrame, hue: Hue | None, label: str, colour: str, marker: str
) -> list[tuple[str, str, str, pd.DataFrame]]:
    """Return the name, colour, marker and rows of each series."""
    if hue is None:
        return [(label, colour, marker, frame)]
    return [
        (hue.names[value], hue.colours[value], hue.markers[value], part)
        for value, part in hue.split(frame)
    ]


@contextmanager
def own_labels(ax: Axes) -> Iterator[None]:
    """Keep seaborn from labelling the axes with the names of columns."""
    labels = ax.get_xlabel(), ax.get_ylabel()
    yield
    ax.set(xlabel=labels[0], ylabel=labels[1])


def _move(ax: Axes, artist: Any, points: float) -> None:
    """Shift an artist to the right, on the page, by a number of points."""
    if not points:
        return
    sheet = sheet_of(ax)
    shift = ScaledTranslation(points * sheet.target.type / 72, 0, sheet.dpi_scale_trans)
    if isinstance(artist, Line2D) or hasattr(artist, "get_segments"):
        artist.set_transform(ax.transData + shift)
    else:
        artist.set_offset_transform(ax.transData + shift)
