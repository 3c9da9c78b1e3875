"""Layout checks of a drawn figure: text that collides, data that is covered, names that are
missing.
"""

import re
from collections.abc import Iterator
from itertools import combinations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.container import ErrorbarContainer
from matplotlib.legend import Legend
from matplotlib.text import Text
from matplotlib.transforms import Bbox

from feature_learning.plotting.geometry import data
from feature_learning.plotting.key import UNNAMED
from feature_learning.plotting.sheet import Sheet
from plotting import rules

_SLACK_PX = 1.0
_MATHS = re.compile(r"\$[^$]*\$")
_SYMBOL = re.compile(r"(?<![\w'’.])[b-zB-HJ-Z](?![\w'’.])|(?<!\w)-\d|\d[eE][+-]?\d")
_PARTS = re.compile(r"(?:^|[.;:] )([a-i](?:(?:-|, | and )[a-i])*):")


def problems(sheet: Sheet, caption: str = "", notes: str = "") -> list[str]:
    """Return a list of layout problems.

    Parameters
    ----------
    sheet
        The figure, arranged.
    caption
        Its caption. Its letters, with those of the notes, must be those of the panels.
    notes
        What stands below it.

    Returns
    -------
    list of str
        One sentence for each problem.
    """
    sheet.canvas.draw()
    texts = [text for text in _texts(sheet) if text.get_text().strip()]
    boxes = [(text, text.get_window_extent()) for text in texts]
    return [
        *_outside(sheet, boxes),
        *_colliding(boxes),
        *_covered(sheet, boxes),
        *_beyond(sheet),
        *_small(sheet, texts),
        *_unlabelled(sheet),
        *_unnamed(sheet, texts),
        *_upright(texts),
        *_miscaptioned(sheet, f"{caption} {notes}"),
        *rules.broken(sheet, caption, notes),
    ]


def _panels(sheet: Sheet) -> list[Axes]:
    insets = [child for ax in sheet.axes for child in ax.child_axes if isinstance(child, Axes)]
    return [ax for ax in (*sheet.axes, *insets) if ax.get_visible()]


def _texts(sheet: Sheet) -> Iterator[Text]:
    """Yield every text that is printed; of the tick labels, those inside the axis' range."""
    for ax in _panels(sheet):
        for axis in (ax.xaxis, ax.yaxis):
            if not axis.get_visible() or not ax.axison:
                continue
            yield axis.label
            low, high = sorted(axis.get_view_interval())
            for tick in (*axis.get_major_ticks(), *axis.get_minor_ticks()):
                if low <= tick.get_loc() <= high:
                    yield from (t for t in (tick.label1, tick.label2) if t.get_visible())
        yield from (ax.title, ax._left_title, ax._right_title)  # type: ignore[attr-defined]
        yield from ax.texts
        legend = ax.get_legend()
        if legend:
            yield from legend.get_texts()
    for legend in sheet.legends:
        yield from (*legend.get_texts(), legend.get_title())
    yield from sheet.texts


def _said(text: Text) -> str:
    return repr(" ".join(text.get_text().split()))


def _outside(sheet: Sheet, boxes: list[tuple[Text, Bbox]]) -> Iterator[str]:
    page = sheet.bbox.padded(_SLACK_PX)
    for text, box in boxes:
        inside = page.x0 <= box.x0 and box.x1 <= page.x1 and page.y0 <= box.y0
        if not inside or box.y1 > page.y1:
            yield f"the text {_said(text)} leaves the canvas"


def _colliding(boxes: list[tuple[Text, Bbox]]) -> Iterator[str]:
    for (one, first), (other, second) in combinations(boxes, 2):
        if first.padded(-_SLACK_PX).overlaps(second.padded(-_SLACK_PX)):
            yield f"the text {_said(one)} lies over {_said(other)}"


def _covered(sheet: Sheet, boxes: list[tuple[Text, Bbox]]) -> Iterator[str]:
    """Legends and names that lie over points, bars or curves of their panel."""
    for ax in _panels(sheet):
        legend = ax.get_legend()
        own = [("legend", legend.get_window_extent())] if isinstance(legend, Legend) else []
        own += [(f"text {_said(text)}", box) for text, box in boxes if text in ax.texts]
        if not own:
            continue
        points, segments = data(ax)
        for name, box in own:
            # Data are drawn in the panel alone.
            part = Bbox.intersection(box.padded(-_SLACK_PX), ax.bbox)
            if part is None:
                continue
            inside = (points > (part.x0, part.y0)) & (points < (part.x1, part.y1))
            if inside.all(axis=1).any() or _crossed(part, segments):
                yield f"the {name} of {_panel(sheet, ax)} lies over data"
    for legend in sheet.legends:
        box = legend.get_window_extent().padded(-_SLACK_PX)
        for ax in sheet.axes:
            if box.overlaps(ax.bbox):
                yield f"the legend lies over {_panel(sheet, ax)}"


def _crossed(box: Bbox, segments: np.ndarray) -> bool:
    """Return whether a segment enters a box: some of its points lie inside."""
    steps = np.linspace(0, 1, 9)[:, None, None]
    at = segments[:, 0] + steps * (segments[:, 1] - segments[:, 0])
    inside = (at > (box.x0, box.y0)) & (at < (box.x1, box.y1))
    return bool(inside.all(axis=-1).any())


def _beyond(sheet: Sheet) -> Iterator[str]:
    for ax in _panels(sheet):
        (bottom, top), log = sorted(ax.get_ylim()), ax.get_yscale() == "log"
        slack = 1e-6 * abs(top - bottom)
        for container in ax.containers:
            if not isinstance(container, ErrorbarContainer):
                continue
            for bar in container.lines[2]:
                ends = np.array([part[:, 1] for part in bar.get_segments() if len(part)])
                ends = ends[np.isfinite(ends).all(axis=1)] if len(ends) else ends
                if not len(ends):
                    continue
                # Where the quantity ends at zero, a bar reaches the floor of a logarithmic axis.
                low = ends.min() < bottom - slack and not (log and ends.min() == 0)
                if low or ends.max() > top + slack:
                    side = "zero" if log and ends.min() < 0 else "the axes"
                    yield f"a bar of {_panel(sheet, ax)} goes beyond {side}"


def _small(sheet: Sheet, texts: list[Text]) -> Iterator[str]:
    for text in texts:
        if float(text.get_fontsize()) < sheet.target.smallest - 1e-6:
            size = f"{float(text.get_fontsize()):g} pt, under {sheet.target.smallest:g} pt"
            yield f"the text {_said(text)} has {size}"


def _unlabelled(sheet: Sheet) -> Iterator[str]:
    for ax in _panels(sheet):
        for name, axis in (("x", ax.xaxis), ("y", ax.yaxis)):
            ticks = [t for t in axis.get_ticklabels() if t.get_visible() and t.get_text()]
            shown = ax.axison and axis.get_visible() and ticks
            if not shown or axis.label.get_text() or ax not in sheet.axes:
                continue
            if not _labelled_by_sibling(ax, name):
                yield f"the {name} axis of {_panel(sheet, ax)} has no label"


def _labelled_by_sibling(ax: Axes, name: str) -> bool:
    shared = getattr(ax, f"get_shared_{name}_axes")().get_siblings(ax)
    return any(getattr(other, f"get_{name}label")() for other in shared if other is not ax)


def _unnamed(sheet: Sheet, texts: list[Text]) -> Iterator[str]:
    """Series of the table of points whose name stands nowhere in the figure."""
    drawn = sheet.drawn()
    if drawn.empty:
        return
    said = [text.get_text() for text in texts]
    for name in pd.unique(drawn["series"]):
        if name not in (*said, *sheet.striped, *UNNAMED):
            yield f"the series {name!r} is named in no legend and no label"


def _upright(texts: list[Text]) -> Iterator[str]:
    for text in texts:
        found = _SYMBOL.search(_MATHS.sub(" ", text.get_text().replace("\n", " ")))
        if found:
            yield f"the text {_said(text)} has {found[0]!r} outside mathematics"


def _miscaptioned(sheet: Sheet, caption: str) -> Iterator[str]:
    named: set[str] = set()
    for part in _PARTS.findall(" ".join(caption.replace("*", "").split())):
        for piece in re.split(", | and ", part):
            named |= {chr(code) for code in range(ord(piece[0]), ord(piece[-1]) + 1)}
    letters = sheet.letters
    if named - letters:
        missing = ", ".join(sorted(named - letters))
        yield f"the caption explains {missing}, which the figure does not show"
    if named and letters - named:
        yield f"the caption explains some panels but not {', '.join(sorted(letters - named))}"


def _panel(sheet: Sheet, ax: Axes) -> str:
    return f"panel {sheet.panel(ax)!r}"
