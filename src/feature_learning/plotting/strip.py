"""A strip of colours for many ordered values, each written in its colour's field."""

from collections.abc import Sequence
from typing import Any

import matplotlib as mpl
from matplotlib.artist import Artist
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.offsetbox import AnchoredOffsetbox, HPacker, TextArea

from feature_learning.plotting.oklab import contrast
from feature_learning.plotting.palette import TEXT

_PAD = 0.28  # around a value, in units of the type


def colour_strip(figure: Figure, names: Sequence[str], colours: Sequence[str]) -> AnchoredOffsetbox:
    """Put a strip at the bottom of a figure: what the names share once, then a field for each.

    Parameters
    ----------
    figure
        Where to put it; `AnchoredOffsetbox.set_bbox_to_anchor` moves it.
    names, colours : (values,)
        Of the values, in their order.
    """
    size = FontProperties(size=mpl.rcParams["legend.fontsize"]).get_size_in_points()
    font: dict[str, Any] = {"fontsize": size}
    before, values, after = parted(names)
    pad = _PAD * size
    fields: list[Artist] = [
        TextArea(value, textprops={**font, "color": _on(colour), "bbox": _field(colour)})
        for value, colour in zip(values, colours, strict=True)
    ]
    parts: list[Artist] = [HPacker(children=fields, pad=0, sep=2 * pad, align="baseline")]
    if before.strip():
        parts.insert(0, TextArea(before, textprops=font))
    if after.strip():
        parts.append(TextArea(after, textprops=font))
    packed = HPacker(children=parts, pad=0, sep=2 * pad, align="baseline")
    box = AnchoredOffsetbox(
        "lower center",
        child=packed,
        frameon=False,
        pad=0.3,
        borderpad=0,
        bbox_to_anchor=(0.5, 0.0),
        bbox_transform=figure.transFigure,
    )
    figure.add_artist(box)
    return box


def parted(names: Sequence[str]) -> tuple[str, list[str], str]:
    r"""Return what names begin with, what differs, and what they end with.

    Parameters
    ----------
    names
        Such as those of the values of a parameter.

    Examples
    --------
    >>> parted(["$d = 16$", "$d = 128$"])
    ('$d = $', ['$16$', '$128$'], '')
    >>> parted(["4 steps", "16 steps"])
    ('', ['4', '16'], ' steps')
    """
    before = _common(names).rstrip("0123456789.-\\{}^_")
    rest = [name[len(before) :] for name in names]
    after = _common([one[::-1] for one in rest])[::-1].lstrip("0123456789.\\{}^_")
    values = [one[: len(one) - len(after)] for one in rest]
    if before.count("$") % 2:  # the difference is within a formula
        before, after = f"{before}$", f"${after}"
        values = [f"${value}$" for value in values]
    return before, values, "" if after == "$$" else after


def _common(names: Sequence[str]) -> str:
    """Return the characters with which all names begin."""
    same = [len({*column}) == 1 for column in zip(*names, strict=False)]
    return names[0][: same.index(False) if False in same else len(same)]


def _on(colour: str) -> str:
    return "white" if contrast("white", colour) >= TEXT else "black"


def _field(colour: str) -> dict[str, Any]:
    return {"boxstyle": f"square,pad={_PAD}", "facecolor": colour, "linewidth": 0}
