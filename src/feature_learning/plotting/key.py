"""One legend for a figure: a name for each series, and what lines and markers mean."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.legend import Legend
from matplotlib.legend_handler import HandlerTuple
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.text import Annotation

from feature_learning.plotting.palette import SIZES

if TYPE_CHECKING:
    from feature_learning.plotting.sheet import Sheet

_NEUTRAL = "black"  # grey is untrained features, limits and guides


@dataclass(frozen=True)
class Entry:
    """One series in one panel, as the legend shows it.

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
    of_hue
        Whether it is one of several series in one call. Theory and simulation of such series
        share an entry, and the legend says what lines and markers mean.
    """

    ax: Axes
    text: str
    role: str
    colour: str
    marker: str = "o"
    hollow: bool = False
    dashes: str = "-"
    of_hue: bool = False


def place_key(
    sheet: Sheet, entries: Sequence[Entry], labelled: Mapping[Axes, Sequence[Annotation]]
) -> Legend | None:
    """Put one legend below the panels.

    Parameters
    ----------
    sheet
        The figure.
    entries
        All series.
    labelled
        Panels with labels at their right edge: what these name needs no legend.

    Returns
    -------
    matplotlib.legend.Legend or None
        The legend; None if nothing needs one.
    """
    roles = _both_roles(entries)
    named = {(ax, label.get_text()) for ax, labels in labelled.items() for label in labels}
    entries = [entry for entry in entries if (entry.ax, entry.text) not in named]
    handles, texts = _handles(entries, roles=roles)
    if not handles:
        return None
    widest = sheet.bbox.width
    for columns in _columns(len(handles)):
        legend = _below(sheet, handles, texts, columns)
        if legend.get_window_extent().width <= widest or columns == 1:
            return legend
        legend.remove()
    raise AssertionError("one column is always tried")


def _below(sheet: Sheet, handles: list[Any], texts: list[str], columns: int) -> Legend:
    return sheet.legend(handles, texts, loc="outside lower center", ncols=columns, handler_map=_MAP)


def _columns(count: int) -> list[int]:
    """Return the numbers of columns to try, from one row on: full rows first."""
    return list(dict.fromkeys(math.ceil(count / rows) for rows in range(1, count + 1)))


def _both_roles(entries: Sequence[Entry]) -> bool:
    roles: dict[str, set[str]] = {}
    for entry in entries:
        if entry.of_hue:
            roles.setdefault(entry.text, set()).add(entry.role)
    return any({"theory", "simulation"} <= found for found in roles.values())


def _handles(entries: Sequence[Entry], *, roles: bool) -> tuple[list[Any], list[str]]:
    parts: dict[str, dict[str, Any]] = {}
    for entry in entries:
        parts.setdefault(entry.text, {}).setdefault(entry.role, _artist(entry))
    if roles:
        line = Line2D([], [], color=_NEUTRAL, lw=mpl.rcParams["lines.linewidth"])
        parts.setdefault("theory", {}).setdefault("theory", line)
        parts.setdefault("simulation", {}).setdefault("simulation", _marker(_NEUTRAL, "o"))
    return [tuple(found.values()) for found in parts.values()], list(parts)


def _artist(entry: Entry) -> Any:
    if entry.role == "area":
        return Patch(facecolor=entry.colour, alpha=0.35, linewidth=0)
    if entry.role == "simulation":
        return _marker(entry.colour, entry.marker, hollow=entry.hollow)
    return Line2D([], [], color=entry.colour, ls=entry.dashes)  # type: ignore[arg-type]


def _marker(colour: str, marker: str, *, hollow: bool = False) -> Line2D:
    size = mpl.rcParams["lines.markersize"] * SIZES.get(marker, 1.0)
    edge = colour if hollow or marker == "x" else "white"  # a cross is all edge
    fill = "white" if hollow else colour
    return Line2D(
        [], [], ls="none", marker=marker, markersize=size, color=fill, markeredgecolor=edge
    )


_MAP = {tuple: HandlerTuple(ndivide=1)}
