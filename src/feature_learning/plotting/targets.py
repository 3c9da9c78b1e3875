"""Print targets: the width of a figure and the size of its type."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import matplotlib as mpl

STYLE = Path(__file__).with_name("paper.mplstyle")
SMALLEST_PT = 7.0
"""The smallest type on paper, in points."""

# What the style sheet gives in points: with the type, everything that belongs to it grows.
_IN_POINTS = (
    *("font.size", "axes.titlesize", "axes.titlepad", "axes.labelsize", "axes.labelpad"),
    *("legend.fontsize", "lines.linewidth", "lines.markersize", "lines.markeredgewidth"),
    *("axes.linewidth", "grid.linewidth", "patch.linewidth"),
    *(f"{axis}tick.labelsize" for axis in "xy"),
    *(f"{axis}tick.major.{what}" for axis in "xy" for what in ("width", "size", "pad")),
    *(f"{axis}tick.minor.{what}" for axis in "xy" for what in ("width", "size", "pad")),
)


@dataclass(frozen=True)
class Target:
    """A place where figures are printed.

    Attributes
    ----------
    page
        The width of figures with several panels in a row, in inches.
    column
        The width of figures with one panel in a row, in inches.
    type
        The size of type, markers and lines, in units of the style sheet's. Heights grow with it.
    """

    page: float
    column: float
    type: float = 1.0

    @property
    def smallest(self) -> float:
        """The smallest type allowed, in points."""
        return SMALLEST_PT * self.type


TARGETS = {
    "neurips": Target(page=5.5, column=3.25),
    "icml": Target(page=6.75, column=3.25),
    "talk": Target(page=9.0, column=6.0, type=1.8),
}
"""By the value of ``figure_style`` in ``config.yaml``."""


@contextmanager
def styled(name: str) -> Iterator[Target]:
    """Draw in the style of a target.

    Parameters
    ----------
    name
        A key of `TARGETS`.
    """
    target = TARGETS[name]
    with mpl.rc_context(fname=STYLE):
        for key in _IN_POINTS:
            mpl.rcParams[key] = float(mpl.rcParams[key]) * target.type  # type: ignore[index]
        mpl.rcParams["figure.figsize"] = (target.page, target.page / 2)
        yield target
