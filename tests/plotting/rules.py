"""Rules of drawing that a program can see: keys, contrast, smooth theory, true places, equal axes,
short captions.
"""

import re
from collections import defaultdict
from collections.abc import Iterator

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_hex, to_rgba
from matplotlib.legend import Legend
from matplotlib.lines import Line2D
from matplotlib.ticker import FixedFormatter, FuncFormatter

from feature_learning.core.errors import UserError
from feature_learning.pipeline.report.fields import filled
from feature_learning.plotting.geometry import on_page
from feature_learning.plotting.key import UNNAMED
from feature_learning.plotting.oklab import contrast
from feature_learning.plotting.palette import MARK, TEXT
from feature_learning.plotting.sheet import Sheet

ENTRIES = 6
WORDS = 80
TURN = 8.0
_NUMBER = re.compile(r"\d+\s?%|\d+\.\d+")
_FORMULA_OR_FIELD = re.compile(r"\$[^$]*\$|\{[^{}]*\}")
_PALE = 0.02  # of contrast, for rounding
_SHORT = 3.0  # pixels: the direction of a shorter piece is rounding


def broken(sheet: Sheet, caption: str, notes: str) -> Iterator[str]:
    """Yield one sentence for each rule that a figure breaks."""
    yield from _said(sheet, caption, notes)
    for ax in sheet.axes:
        if ax.get_visible():
            yield from _shifted(ax, f"panel {sheet.panel(ax)!r}")
    yield from _keys(sheet)
    for ax in sheet.axes:
        if ax.get_visible() and ax.get_label() != "<colorbar>":
            where = f"panel {sheet.panel(ax)!r}"
            yield from _pale(ax, where)
            yield from _angular(ax, where)
    yield from _unequal(sheet)
    words = _FORMULA_OR_FIELD.sub("", caption.replace("*", "")).replace("90 %", "")
    for number in _NUMBER.findall(words):
        yield f"the caption has the number {number!r}, which is no field"


def _legends(sheet: Sheet) -> list[Legend]:
    inside = [ax.get_legend() for ax in sheet.axes]
    return [*sheet.legends, *(legend for legend in inside if legend is not None)]


def _keys(sheet: Sheet) -> Iterator[str]:
    for legend in _legends(sheet):
        texts = [text.get_text() for text in legend.get_texts()]
        if len(texts) > ENTRIES:
            yield f"a key has {len(texts)} entries, more than {ENTRIES}"
        yield from (f"a key explains {text!r}" for text in texts if text in UNNAMED)
        glyphs: dict[tuple[str, ...], str] = {}
        for text, found in zip(texts, _glyphs(legend), strict=False):
            if found in glyphs:
                yield f"{text!r} and {glyphs[found]!r} have one glyph in a key"
            glyphs[found] = text


def _glyphs(legend: Legend) -> list[tuple[str, ...]]:
    found = []
    for handle in legend.legend_handles:
        parts = handle if isinstance(handle, tuple) else (handle,)
        found.append(tuple(str(_glyph(part)) for part in parts))
    return found


def _glyph(part: object) -> tuple[object, ...]:
    if isinstance(part, Line2D):
        return (
            to_hex(part.get_color()),
            str(part.get_marker()),
            part.get_linestyle(),
            to_hex(part.get_markeredgecolor()),
        )
    return (getattr(part, "get_facecolor", lambda: id(part))(),)


def _pale(ax: Axes, where: str) -> Iterator[str]:
    for line in ax.lines:
        seen = line.get_visible() and line.get_zorder() >= 2 and (line.get_alpha() or 1) == 1
        if not seen or not len(line.get_xydata()):
            continue
        marked = line.get_linestyle() == "None"
        colour = to_hex(line.get_markeredgecolor() if marked else line.get_color())
        if contrast(colour) < MARK - _PALE:
            yield f"a mark of {where} has a contrast of {contrast(colour):.1f} with paper"
    on_data = bool(ax.images) or any(hasattr(one, "get_coordinates") for one in ax.collections)
    for text in ax.texts:
        colour = to_hex(to_rgba(text.get_color()))
        if not on_data and text.get_text().strip() and contrast(colour) < TEXT - _PALE:
            yield f"the text {text.get_text()!r} has a contrast of {contrast(colour):.1f}"


def _angular(ax: Axes, where: str) -> Iterator[str]:
    """Theories that turn visibly from one piece to the next; kinks and steps are declared."""
    for line in ax.lines:
        if line.get_gid() != "smooth" or len(line.get_xydata()) < 3:
            continue
        at = on_page(line)
        low, high = np.array(ax.bbox.extents).reshape(2, 2)
        at = at[((at > low) & (at < high)).all(axis=1)]
        steps = np.diff(at, axis=0)
        steps = steps[np.hypot(*steps.T) > _SHORT]
        turns = np.degrees(np.abs(np.diff(np.unwrap(np.arctan2(steps[:, 1], steps[:, 0])))))
        if len(turns) and turns.max() > TURN:
            yield f"a theory of {where} turns by {turns.max():.0f} degrees: kinks are declared"


def _shifted(ax: Axes, where: str) -> Iterator[str]:
    """Markers that do not stand at their x on an axis of numbers."""
    if isinstance(ax.xaxis.get_major_formatter(), FixedFormatter | FuncFormatter):
        return
    for line in ax.lines:
        own, true = line.get_transform(), ax.transData
        if line.get_linestyle() != "None":
            continue
        here, there = (place.transform([(1.0, 1.0), (2.0, 1.0)])[:, 0] for place in (own, true))
        of_data = np.isclose(*np.diff([here, there])[:, 0])
        if of_data and abs(here[0] - there[0]) > 0.1:
            yield f"markers of {where} are shifted on an axis of numbers"


def _unequal(sheet: Sheet) -> Iterator[str]:
    """Quantities with one label and two ranges."""
    ranges: dict[tuple[str, str], set[tuple[float, ...]]] = defaultdict(set)
    for ax in sheet.axes:
        for name in "xy":
            label = getattr(ax, f"get_{name}label")()
            if label and ax not in sheet.strips:
                limits = getattr(ax, f"get_{name}lim")()
                ranges[name, label].add(tuple(float(f"{one:.6g}") for one in limits))
    for (name, label), found in ranges.items():
        if len(found) > 1:
            yield f"the {name} axes of {label!r} have {len(found)} ranges"


def _said(sheet: Sheet, caption: str, notes: str) -> Iterator[str]:
    if len(caption.split()) > WORDS:
        yield f"the caption has {len(caption.split())} words, more than {WORDS}"
    for text in (caption, notes):
        try:
            filled(text, sheet.said, strict=True)
        except UserError as error:
            yield str(error)
