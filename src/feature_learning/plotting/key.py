"""Keys of what no name stands on: in the panel that owns it where there is room, else below."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.legend import Legend
from matplotlib.legend_handler import HandlerTuple
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from feature_learning.plotting.geometry import free, obstacles, texts_of
from feature_learning.plotting.palette import SIZES, Hue

if TYPE_CHECKING:
    from feature_learning.plotting.sheet import Sheet

UNNAMED = ("theory", "simulation")
"""Names that are no entry: lines are theory and markers simulation in every figure."""
_PLACES = 12  # along either side of a panel that are tried


@dataclass(frozen=True)
class Entry:
    """One series in one panel.

    Attributes
    ----------
    ax
        The panel.
    text
        The name of the series.
    role
        ``simulation``, ``theory`` or ``area``.
    colour
        The colour of its line, markers or area.
    marker
        The marker of a simulation.
    hollow
        Whether the marker is only an outline.
    dashes
        The line style of a theory.
    hue
        The series of the same call, if there are several.
    """

    ax: Axes
    text: str
    role: str
    colour: str
    marker: str = "o"
    hollow: bool = False
    dashes: str = "-"
    hue: Hue | None = None


def key_at(ax: Axes, entries: Sequence[Entry], place: str, columns: int) -> Legend:
    """Put a key where a published picture has its own.

    Parameters
    ----------
    ax
        The panel.
    entries
        What it names.
    place
        As matplotlib's ``loc``, such as ``upper right``; or ``above`` the panel.
    columns
        Their number.
    """
    handles, texts = _handles(entries)
    options: dict[str, Any] = {"loc": place, "handler_map": _MAP, "ncols": columns}
    if place == "above":
        options |= {"loc": "lower center", "bbox_to_anchor": (0.5, 1.0)}
    return ax.legend(handles, texts, **options)


def key_inside(ax: Axes, entries: Sequence[Entry]) -> Legend | None:
    """Put a key into a panel, where it covers nothing.

    Parameters
    ----------
    ax
        The panel, laid out.
    entries
        What it names.

    Returns
    -------
    matplotlib.legend.Legend or None
        The key; None if the panel has no room.
    """
    written = [box.extents for box in texts_of(ax)]
    handles, texts = _handles(entries)
    legend = ax.legend(handles, texts, loc="upper left", handler_map=_MAP, borderpad=0.2)
    box = legend.get_window_extent()
    left, low = ax.bbox.x0 + 2, ax.bbox.y0 + 2
    across, up = ax.bbox.x1 - 2 - box.width, ax.bbox.y1 - 2 - box.height
    corners = np.array(
        [(x, y) for y in np.linspace(up, low, _PLACES) for x in np.linspace(across, left, _PLACES)]
    )
    step = ax.get_figure(root=True).dpi / 72  # type: ignore[union-attr]
    size = (box.width + 2 * step, box.height + 2 * step)
    fits = free(corners - step, size, obstacles(ax, step))
    for x0, y0, x1, y1 in written:
        beside = (corners[:, 0] > x1) | (corners[:, 0] + box.width < x0)
        fits &= beside | (corners[:, 1] > y1) | (corners[:, 1] + box.height < y0)
    if across < left or up < low or not fits.any():
        legend.remove()
        return None
    corner = ax.transAxes.inverted().transform(corners[fits][0] + (0, box.height))
    legend.set_bbox_to_anchor(tuple(corner), transform=ax.transAxes)
    legend.borderaxespad = 0
    return legend


def key_below(sheet: Sheet, entries: Sequence[Entry]) -> Legend:
    """Put a key at the bottom of a figure.

    Parameters
    ----------
    sheet
        The figure.
    entries
        What it names.
    """
    handles, texts = _handles(entries)
    for columns in _columns(len(handles)):
        legend = sheet.legend(
            handles, texts, loc="lower center", ncols=columns, handler_map=_MAP, borderpad=0.1
        )
        if legend.get_window_extent().width <= sheet.bbox.width or columns == 1:
            return legend
        legend.remove()
    raise AssertionError("one column is always tried")


def _columns(count: int) -> list[int]:
    """Return the numbers of columns to try, from one row on: full rows first."""
    return list(dict.fromkeys(math.ceil(count / rows) for rows in range(1, count + 1)))


def _handles(entries: Sequence[Entry]) -> tuple[list[Any], list[str]]:
    parts: dict[str, dict[str, Any]] = {}
    for entry in entries:
        parts.setdefault(entry.text, {}).setdefault(entry.role, _artist(entry))
    return [tuple(found.values()) for found in parts.values()], list(parts)


def _artist(entry: Entry) -> Any:
    if entry.role == "area":
        return Patch(facecolor=entry.colour, alpha=0.35, linewidth=0)
    if entry.role == "theory":
        return Line2D([], [], color=entry.colour, ls=entry.dashes)  # type: ignore[arg-type]
    size = 1.2 * mpl.rcParams["lines.markersize"] * SIZES.get(entry.marker, 1.0)
    outline = entry.hollow or entry.marker == "x"  # a cross is all edge
    return Line2D(
        [],
        [],
        ls="none",
        marker=entry.marker,
        markersize=size,
        color="white" if entry.hollow else entry.colour,
        markeredgecolor=entry.colour,
        markeredgewidth=mpl.rcParams["lines.markeredgewidth"] if outline else 0,
    )


_MAP = {tuple: HandlerTuple(ndivide=1)}
