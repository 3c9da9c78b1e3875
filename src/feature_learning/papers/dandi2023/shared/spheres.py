"""Small spheres with arrows for the directions that are learned, as in the authors' pictures."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Arc, Circle, Polygon

_EQUATOR = 0.3  # its height over its width: the sine of the elevation from which it is seen
_AZIMUTHS = {1: math.radians(-125), 2: math.radians(-35)}
AXES: Mapping[int, tuple[float, float]] = {
    **{k: (math.cos(at), _EQUATOR * math.sin(at)) for k, at in _AZIMUTHS.items()},
    3: (0.0, math.sqrt(1 - _EQUATOR**2)),
}
"""Where the unit vector along each direction ends, seen from the side."""


def sphere(ax: Axes, colour: str) -> None:
    """Draw an empty sphere into a panel without axes."""
    look: dict[str, Any] = {"color": colour, "linewidth": 0.6, "zorder": 1.6}
    ax.add_patch(Circle((0, 0), 1, facecolor="white", edgecolor=colour, linewidth=0.8, zorder=1))
    ax.add_patch(Arc((0, 0), 2, 2 * _EQUATOR, theta1=180, theta2=360, **look))
    ax.add_patch(Arc((0, 0), 2, 2 * _EQUATOR, theta2=180, linestyle=":", **look))
    ax.set_axis_off()
    ax.set_aspect("equal")
    ax.set(xlim=(-1.15, 1.15), ylim=(-1.15, 1.15))


def arrow(ax: Axes, direction: int, length: float, colour: str) -> None:
    """Draw a direction from the centre, as long as it is strong."""
    x, y = AXES[direction]
    end = (length * x, length * y)
    if math.hypot(*end) > 0:
        look = {"arrowstyle": "-|>", "color": colour, "shrinkA": 0, "shrinkB": 0}
        ax.annotate("", end, (0, 0), arrowprops={**look, "linewidth": 1.0, "mutation_scale": 6})


def span(ax: Axes, directions: Sequence[int], tint: str, colour: str) -> None:
    """Fill what directions span in the sphere, a line, a disc or all of it, and draw each of them
    as an arrow.
    """
    ends = np.array([AXES[direction] for direction in directions])
    if len(ends) == 1:
        ax.plot(*np.vstack([-ends, ends]).T, color=tint, linewidth=2.0, zorder=1.3)
    if len(ends) == 2:
        turn = np.linspace(0, 2 * np.pi, 60)
        rim = np.cos(turn)[:, None] * ends[0] + np.sin(turn)[:, None] * ends[1]
        ax.add_patch(Polygon(rim, facecolor=tint, linewidth=0, zorder=1.3))
    if len(ends) == 3:
        ax.add_patch(Circle((0, 0), 1, facecolor=tint, linewidth=0, zorder=1.3))
    for direction in directions:
        arrow(ax, direction, 1.0, colour)
