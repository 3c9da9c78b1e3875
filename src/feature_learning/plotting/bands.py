"""Bands that show what a claim accepts, read from the declaration of the claim."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle

from feature_learning.core.errors import UserError
from feature_learning.core.regions import Accepted, Region
from feature_learning.plotting.palette import Hue, written
from feature_learning.plotting.sheet import sheet_of

_SHADE = 0.08  # of black; where bands overlap, the inner one is darker
_EDGE = 0.6  # the width of the edges, in points


@dataclass(frozen=True)
class Band:
    """The acceptance region of a claim, at the points that the claim tests.

    Attributes
    ----------
    region
        From `Sheet.region`.
    of
        The series that the claim tests, a value of the hue; nothing for all of them.
    span
        The ends of the tested points on the x axis; an infinite end is the end of the axis.

    Raises
    ------
    UserError
        The region has one end only, so no band can show it.
    """

    region: Accepted
    of: Any = None
    span: Region = (-math.inf, math.inf)

    def __post_init__(self) -> None:
        if not (math.isfinite(self.region.low) and math.isfinite(self.region.high)):
            raise UserError(f"a region with one end has no band (found {self.region})")

    @property
    def ends(self) -> Region:
        """The lower and the upper edge."""
        return self.region.low, self.region.high


def draw_bands(
    ax: Axes, bands: Sequence[Band], hue: Hue | None = None, *, about: float = 0.0
) -> None:
    """Shade bands behind all that a panel or a strip shows.

    Series with the same band have one grey band. A band that belongs to one of several series has
    edges in the colour of this series.

    Parameters
    ----------
    ax
        The panel or the strip.
    bands
        The bands.
    hue
        The series.
    about
        Where the prediction lies on the y axis.
    """
    series: dict[tuple[Region, Region], list[Any]] = {}
    for band in bands:
        series.setdefault((band.ends, band.span), []).append(band.of)
    several = len({ends for ends, _ in series}) > 1

    def draw() -> None:
        first, last = sorted(ax.get_xlim())
        for ((low, high), span), of in series.items():
            left, right = max(span[0], first), min(span[1], last)
            if left >= right:
                continue
            place, size = (left, about + low), (right - left, high - low)
            ax.add_artist(Rectangle(place, *size, color="black", alpha=_SHADE, lw=0, zorder=0))
            if several and hue is not None and of[0] is not None:
                colour = written(hue.colours[of[0]])
                for edge in (about + low, about + high):
                    line = Line2D([left, right], [edge] * 2, color=colour, linewidth=_EDGE)
                    ax.add_artist(line).set_zorder(1.2)

    sheet_of(ax).finish(draw)
