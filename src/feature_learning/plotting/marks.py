"""Theory over simulation: thin lines are predictions, small discs with bars are estimates over
seeds.
"""

from collections.abc import Sequence
from functools import partial

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.transforms import ScaledTranslation, Transform

from feature_learning.plotting.curves import smooth
from feature_learning.plotting.key import Entry
from feature_learning.plotting.palette import BLUE, PREDICTION, SIZES, Hue, darker
from feature_learning.plotting.sheet import sheet_of

_BAND_ALPHA = 0.18
_RUN_ALPHA = 0.3
_BAND_FROM = 8  # points from which on a joined curve has a band instead of bars
_MARKERS = 10  # at most, on a joined curve; the line and the band have all points
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
    band: bool | None = None,
    bars: bool = True,
    dodge: float = 0.0,
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
    band
        Draw the intervals of a joined curve as a band; by default from eight points on.
    bars
        Draw the other intervals as bars; without them the notes say how wide they are.
    dodge
        Shift neighbouring series by this many points, where x is a category. On an axis of numbers
        a shift is a wrong number, and the checker refuses it.
    ends
        Name each series at the right edge.
    """
    series = _series(table, hue, label, colour, marker)
    for number, (name, own_colour, own_marker, part) in enumerate(series):
        shift = dodge * (number - (len(series) - 1) / 2)
        part = part.sort_values(x)
        banded = join and (len(part) >= _BAND_FROM if band is None else band)
        _estimates(
            ax, part, x, own_colour, own_marker, shift=shift, join=join, banded=banded, bars=bars
        )
        sheet = sheet_of(ax)
        columns = {
            key: part[key].to_numpy() for key in ("low", "high", "seeds", "diverged", "kind")
        }
        at, y = part[x].to_numpy(), part["estimate"].to_numpy()
        sheet.record(ax, name, "simulation", x=at, y=y, **columns)
        sheet.name(Entry(ax, name, "simulation", own_colour, own_marker, hue=hue))
        if ends and np.isfinite(y).any():
            sheet.edge_label(ax, y[np.isfinite(y)][-1], name, own_colour)


def _estimates(
    ax: Axes,
    part: pd.DataFrame,
    x: str,
    colour: str,
    marker: str,
    *,
    shift: float,
    join: bool,
    banded: bool,
    bars: bool,
) -> None:
    """Draw one series: markers, and its bars or its band."""
    at, y, low, high = (part[name].to_numpy(dtype=float) for name in (x, "estimate", "low", "high"))
    place = _shifted(ax, shift)
    if join:
        width = 0.6 * mpl.rcParams["lines.linewidth"]
        ax.plot(at, y, color=colour, linewidth=width, zorder=2, transform=place)
    bounded = np.isfinite(low) & np.isfinite(high)
    if banded:
        ax.fill_between(
            at, low, high, where=bounded.tolist(), color=colour, alpha=_BAND_ALPHA, linewidth=0
        )
    elif bars:
        reach = np.vstack([y - low, high - y])
        reach[~np.isfinite(reach)] = 0.0
        reach[0, np.isinf(high) & (low == 0)] = 0.0  # all positive numbers: no interval
        drawn = ax.errorbar(
            at,
            y,
            yerr=reach,
            fmt="none",
            ecolor=colour,
            elinewidth=0.7 * mpl.rcParams["lines.linewidth"],
            zorder=3,
        )
        for bar in drawn.lines[2]:
            bar.set_transform(place)
    shown = np.zeros(len(at), dtype=bool)
    most = min(len(at), _MARKERS) if banded else len(at)
    shown[np.linspace(0, len(at) - 1, most).round().astype(int)] = True
    size = mpl.rcParams["lines.markersize"] * SIZES.get(marker, 1.0)
    for open_, kept in ((False, bounded), (True, ~bounded)):
        kept = kept & shown & np.isfinite(y)
        if kept.any():
            ax.plot(
                at[kept],
                y[kept],
                linestyle="none",
                marker=marker,
                markersize=size,
                markerfacecolor="white" if open_ else colour,
                markeredgecolor=colour,
                markeredgewidth=mpl.rcParams["lines.markeredgewidth"] if open_ else 0,
                zorder=4,
                transform=place,
            )
    lost = ~np.isfinite(y)
    if lost.any():  # at the top of the panel, because there is no estimate
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
    kinks: bool = False,
    steps: bool = False,
    dashed: bool = False,
    thin: bool = False,
    ends: bool = False,
) -> None:
    """Draw predicted curves over the markers: of series in their darkened colours, of no series in
    black.

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
    kinks
        The prediction has corners: its points are joined by chords, not by a smooth curve.
    steps
        Draw steps, for an x that takes only the values given.
    dashed
        For a second theory of the same series, such as a limit; the caption says which.
    thin
        For curves that are not the panel's subject.
    ends
        Name each series at the right edge.
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
        sheet = sheet_of(ax)
        for _, own in part.groupby("piece"):
            (curve,) = ax.plot(
                own[x].to_numpy(),
                own[y].to_numpy(),
                color=line,
                linestyle=dashes,
                linewidth=(0.6 if thin else 1.0) * mpl.rcParams["lines.linewidth"],
                drawstyle="steps-post" if steps else "default",
                zorder=5,
            )
            if not (kinks or steps):
                curve.set_gid("smooth")
                sheet.finish(partial(smooth, ax, curve))
        sheet.record(ax, name, "theory", x=part[x].to_numpy(), y=part[y].to_numpy())
        sheet.name(Entry(ax, name, "theory", line, dashes=dashes, hue=hue))
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
        ax.plot(
            part[x].to_numpy(dtype=float),
            part[y].to_numpy(dtype=float),
            linestyle="none",
            marker=own_marker,
            markersize=0.7 * mpl.rcParams["lines.markersize"],
            color=own_colour,
            alpha=alpha,
            markeredgewidth=0,
            zorder=2,
            transform=_shifted(ax, dodge * (number - (len(series) - 1) / 2)),
        )
        sheet_of(ax).record(ax, name, "run", x=part[x].to_numpy(), y=part[y].to_numpy())
        sheet_of(ax).name(Entry(ax, name, "simulation", own_colour, own_marker, hue=hue))


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


def _shifted(ax: Axes, points: float) -> Transform:
    """Return the data's transform, shifted to the right on the page by a number of points."""
    if not points:
        return ax.transData
    sheet = sheet_of(ax)
    shift = ScaledTranslation(points * sheet.target.type / 72, 0, sheet.dpi_scale_trans)
    return ax.transData + shift
