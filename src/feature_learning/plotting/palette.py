"""Colours with one meaning each: of methods, of ordered parameters, of series without an order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
import seaborn as sns
from matplotlib.colors import to_hex

from feature_learning.plotting.oklab import contrast, legible, lightness, with_lightness

BLUE, VERMILLION, GREEN, PURPLE, ORANGE, SKY = (
    "#0072B2",
    "#D55E00",
    "#009E73",
    "#CC79A7",
    "#CB8600",
    "#3A9BCE",
)
UNORDERED = (BLUE, VERMILLION, GREEN, PURPLE, ORANGE, SKY)
"""The palette of Okabe and Ito, for series without an order; orange and sky are darkened until
they are seen on paper."""

MARKERS = ("o", "s", "^", "D", "v", "P")
"""In the order of the series: they stay distinct without colour."""

SIZES = {"s": 0.95, "^": 1.25, "D": 0.9, "v": 1.25, "P": 1.2}
"""Sizes of markers, in units of the circle's, at which all look alike in weight."""

METHODS = {
    "network": BLUE,
    "kernel": VERMILLION,
    "random features": "#6E6E6E",
    "linear": GREEN,
    "equivalent": PURPLE,
    "variant": ORANGE,
}
"""One colour per method, the same in every paper: trained networks, kernel regression, untrained
features, regression on the inputs, equivalent models of a network, a network trained otherwise."""

PREDICTION = "black"
"""A prediction without a fitted constant that belongs to no series."""

MARK, TEXT = 3.0, 4.5
"""The least contrast with paper: of markers and lines, and of text."""

_DARKEST = 13.0  # the contrast of the end of a sequential palette: no black

RED = "#D00000"
"""A prediction, in figures whose original has it in red."""

GREY = "0.55"
"""A guide, a baseline, a null level or a limit, labelled on the line."""


def darker(colour: str) -> str:
    """Return the colour of a theory curve over the series' markers.

    Parameters
    ----------
    colour
        The colour of the series.
    """
    return with_lightness(colour, 0.8 * lightness(colour))


def written(colour: str) -> str:
    """Return the colour in which the name of a series is written: its own, as dark as text must be.

    Parameters
    ----------
    colour
        The colour of the series.
    """
    return legible(colour, TEXT)


@dataclass(frozen=True)
class Hue:
    """How the values of one column become series: a colour, a marker and a name for each.

    Attributes
    ----------
    column
        The column whose values are the series.
    colours
        A colour for each value, in the order of the legend.
    names
        The name of each value in legends, labels and the table of points.
    markers
        A marker for each value.
    ordered
        Whether the values have an order: six and more of them are a strip of colours, not names.
    """

    column: str
    colours: Mapping[Any, str]
    names: Mapping[Any, str]
    markers: Mapping[Any, str]
    ordered: bool = False

    def __add__(self, other: Hue) -> Hue:
        """Return the series of both, which share the column."""
        return Hue(
            self.column,
            {**self.colours, **other.colours},
            {**self.names, **other.names},
            dict(zip([*self.names, *other.names], MARKERS, strict=False)),
            ordered=self.ordered and other.ordered,
        )

    def split(self, frame: pd.DataFrame) -> list[tuple[Any, pd.DataFrame]]:
        """Return the rows of each series that has any, in the order of the legend.

        Parameters
        ----------
        frame
            A table with the column.
        """
        parts = [(value, frame[frame[self.column] == value]) for value in self.colours]
        return [(value, part) for value, part in parts if len(part)]


def ordered(
    column: str,
    values: Iterable[Any],
    name: str | Callable[[Any], str] = "{}",
    palette: str = "crest",
) -> Hue:
    """Return series along a sequential palette, light to dark with the value.

    Parameters
    ----------
    column
        The column of the parameter.
    values
        Its values; duplicates do not count.
    name
        The name of a value: a format such as ``"$d = {:g}$"``, or a function.
    palette
        A sequential palette of seaborn, such as ``crest`` or ``Greys``; or a key of `METHODS`,
        for shades of that method's colour.
    """
    order = sorted({*values})
    if palette in METHODS:
        own = METHODS[palette]
        ends = with_lightness(own, 0.75), with_lightness(own, 0.35)
        scale = sns.blend_palette(ends, as_cmap=True)
    else:
        scale = sns.color_palette(palette, as_cmap=True)
    seen = [at for at in np.linspace(0, 1, 101) if MARK <= contrast(to_hex(scale(at))) <= _DARKEST]
    shades = scale(np.linspace(seen[0], seen[-1], max(len(order), 2)))
    name = name if callable(name) else name.format
    return Hue(
        column,
        {value: to_hex(shade) for value, shade in zip(order, shades, strict=False)},
        {value: name(value) for value in order},
        dict.fromkeys(order, "o"),
        ordered=True,
    )


def unordered(column: str, names: Mapping[Any, str], *, after: int = 0) -> Hue:
    """Return series without an order, in the colours of Okabe and Ito.

    Parameters
    ----------
    column
        The column whose values are the series.
    names
        The name of each value, in the order of the legend; at most six.
    after
        How many colours to leave to the other panels of the figure, where they mean something else.
    """
    return _coloured(column, names, dict(zip(names, UNORDERED[after:], strict=False)))


def methods(column: str, names: Mapping[Any, tuple[str, str]]) -> Hue:
    """Return series of methods, each in the colour that it has in every paper.

    Parameters
    ----------
    column
        The column whose values are the series.
    names
        For each value its method, a key of `METHODS`, and its name here.
    """
    return _coloured(
        column,
        {value: name for value, (_, name) in names.items()},
        {value: METHODS[method] for value, (method, _) in names.items()},
    )


def _coloured(column: str, names: Mapping[Any, str], colours: Mapping[Any, str]) -> Hue:
    return Hue(column, colours, names, dict(zip(names, MARKERS, strict=False)))
