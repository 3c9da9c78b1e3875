"""The order of a drawn figure: letters, labels said once, names of all series, one layout."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.text import Text

from feature_learning.plotting.edges import spread
from feature_learning.plotting.key import UNNAMED, Entry, key_below, key_inside
from feature_learning.plotting.names import name_curves, settle
from feature_learning.plotting.strip import colour_strip

if TYPE_CHECKING:
    from feature_learning.plotting.sheet import Sheet

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
ON_CURVES = 5
"""Series of a panel whose names stand on their curves; more have a key."""
STRIP_FROM = 6
"""Ordered values from which on they are a strip of colours."""


def arrange(sheet: Sheet) -> None:
    """Letter the panels, label shared axes once, name every series, and compute the layout.

    Parameters
    ----------
    sheet
        The figure, with all that is to be drawn.
    """
    _label_shared_axes_once(sheet)
    if not sheet.titles_kept:
        _letter(sheet)
        _grids(sheet)
    ConstrainedLayoutEngine().execute(sheet)
    for name in sheet.on_levels:
        settle(name)
    strips, entries = _strips(sheet, _to_name(sheet))
    below = _name(sheet, entries)
    bottom = [colour_strip(sheet, *strip) for strip in strips]
    keys: list[Any] = [key_below(sheet, below)] if below else []
    if bottom or keys:
        _make_room(sheet, [*keys, *bottom])
    for ax, labels in sheet.edges.items():
        spread(ax, labels)


def _make_room(sheet: Sheet, boxes: list[Any]) -> None:
    """Stack what stands below the panels, make the figure higher by as much, and lay it out."""
    width, height = sheet.get_size_inches()
    heights = [box.get_window_extent().height / sheet.dpi for box in boxes]
    sheet.set_size_inches(width, height + sum(heights))
    for number, box in enumerate(boxes):
        at = (0.5, sum(heights[:number]) / (height + sum(heights)))
        box.set_bbox_to_anchor(at, transform=sheet.transFigure)
        box.borderaxespad = 0
    share = sum(heights) / (height + sum(heights))
    ConstrainedLayoutEngine(rect=(0, share, 1, 1 - share)).execute(sheet)


def _to_name(sheet: Sheet) -> list[Entry]:
    """Return the entries that no text and no key of their panel names."""
    written = {(ax, text.get_text()) for ax in sheet.axes for text in _texts(ax)}
    said = {entry.text for entry in sheet.entries if (entry.ax, entry.text) in written}
    return [
        entry
        for entry in sheet.entries
        if entry.text not in (*UNNAMED, *said) and entry.ax not in sheet.strips
    ]


def _texts(ax: Axes) -> list[Text]:
    legend = ax.get_legend()
    return [*ax.texts, *(legend.get_texts() if legend else [])]


def _strips(
    sheet: Sheet, entries: list[Entry]
) -> tuple[list[tuple[list[str], list[str]]], list[Entry]]:
    """Return the names and colours of each strip, and the entries that none has."""
    strips: dict[tuple[str, ...], tuple[list[str], list[str]]] = {}
    striped: set[str] = set()
    for hue in [entry.hue for entry in entries if entry.hue is not None and entry.hue.ordered]:
        seen = {entry.text for entry in entries}
        kept = [value for value in hue.names if hue.names[value] in seen]
        if len(kept) >= STRIP_FROM:
            names = [hue.names[value] for value in kept]
            strips[tuple(names)] = names, [hue.colours[value] for value in kept]
            striped |= {*names}
    sheet.striped |= striped
    return list(strips.values()), [entry for entry in entries if entry.text not in striped]


def _name(sheet: Sheet, entries: list[Entry]) -> list[Entry]:
    """Name series on their curves, else in a panel of theirs; return those that find no room."""
    for place in (_on_curves, _inside):
        panels = list(dict.fromkeys(entry.ax for entry in entries))
        panels.sort(key=lambda ax: -len({entry.text for entry in entries if entry.ax is ax}))
        for ax in panels:
            own = [entry for entry in entries if entry.ax is ax]
            if own and place(sheet, ax, own, entries):
                said = {entry.text for entry in own}
                entries = [
                    entry
                    for entry in entries
                    if entry.text not in said or (sheet.in_each and entry.ax is not ax)
                ]
    return entries


def _on_curves(sheet: Sheet, ax: Axes, own: list[Entry], _: list[Entry]) -> bool:
    colours = {entry.text: entry.colour for entry in own}
    if len(colours) > ON_CURVES:
        return False
    series = [(text, colour, sheet.curve(ax, text)) for text, colour in colours.items()]
    return name_curves(ax, series)


def _inside(sheet: Sheet, ax: Axes, own: list[Entry], entries: list[Entry]) -> bool:
    """Key what is not in all panels; what all share stands below them."""
    said = {entry.text for entry in own}
    users = {entry.ax for entry in entries if entry.text in said}
    panels = {panel for panel in sheet.axes if panel not in sheet.strips}
    alone = len(users) == 1 or users < panels
    return alone and ax.get_legend() is None and key_inside(ax, own) is not None


def _grids(sheet: Sheet) -> None:
    """Leave horizontal lines alone, but where both axes are logarithmic."""
    for ax in sheet.axes:
        both = ax.get_xscale() == ax.get_yscale() == "log"
        if not both:
            ax.grid(False, axis="x", which="both")


def _letter(sheet: Sheet) -> None:
    """Put titles to the left, after a bold letter where there are several panels."""
    panels = [ax for ax in sheet.axes if ax.get_subplotspec() is not None]
    panels = [ax for ax in panels if ax.get_label() != "<colorbar>" and ax not in sheet.strips]
    # A strip of frames has one letter, next to the moments above it.
    panels = [ax for ax in panels if sheet.framed.get(ax, (ax, ""))[0] is ax]
    if any(ax.get_title("left") for ax in panels):  # a module has put its own
        return
    for ax, letter in zip(panels, _LETTERS, strict=False):
        title = ax.get_title("center") if ax not in sheet.framed else ""
        if len(panels) > 1:
            sheet.lettered[ax] = letter
            title = rf"$\mathbf{{{letter}}}$  {title}".rstrip()
        if ax in sheet.framed:
            ax.set_title(title, loc="left")
            continue
        ax.set_title("", loc="center")
        row = [other for other in panels if _row(other) == _row(ax)]  # titles in a line
        above = max(sheet.above.get(other, 0.0) for other in row)
        ax.set_title(title, loc="left", pad=mpl.rcParams["axes.titlepad"] + above)


def _label_shared_axes_once(sheet: Sheet) -> None:
    for ax in sheet.axes:
        place = ax.get_subplotspec()
        if place is None or ax in sheet.strips:
            continue
        of_panels = [other for other in sheet.axes if other not in sheet.strips]
        beside = [o for o in ax.get_shared_y_axes().get_siblings(ax) if o in of_panels]
        below = [o for o in ax.get_shared_x_axes().get_siblings(ax) if o in of_panels]
        if any(_spec(other).colspan.stop <= place.colspan.start for other in beside):
            ax.set_ylabel("")
        if any(_spec(other).rowspan.start >= place.rowspan.stop for other in below):
            ax.set_xlabel("")
    for strip, ax in sheet.strips.items():  # the strip has the axis of its panel
        strip.set_xlabel(ax.get_xlabel())
        ax.set_xlabel("")
        ax.tick_params(axis="x", which="both", labelbottom=False)


def _spec(ax: Axes) -> Any:
    return ax.get_subplotspec()


def _row(ax: Axes) -> tuple[int, Any]:
    """Return what is the same for the panels of one row."""
    place = _spec(ax)
    grid = place.get_gridspec()
    above = getattr(grid, "_subplot_spec", None)
    if above is not None and place.get_gridspec().nrows == 2 and place.get_gridspec().ncols == 1:
        return above.rowspan.start, getattr(above.get_gridspec(), "_subplot_spec", None)
    return place.rowspan.start, above
