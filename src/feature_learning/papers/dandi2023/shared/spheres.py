"""Small spheres with arrows for the directions that are learned, as in the authors' pictures."""

import math
from collections.abc import Mapping
from typing import Any

from matplotlib.axes import Axes
from matplotlib.patches import Arc, Circle

AXES: Mapping[int, tuple[float, float]] = {1: (-0.5, -0.62), 2: (0.98, -0.1), 3: (0.0, 0.98)}
"""Where the unit vector along each direction ends, seen from the side."""
_EQUATOR = 0.3  # its height over its width


def sphere(ax: Axes, colour: str) -> None:
    """Draw an empty sphere into a panel without axes."""
    look: dict[str, Any] = {"color": colour, "linewidth": 0.6}
    ax.add_patch(Circle((0, 0), 1, facecolor="white", edgecolor=colour, linewidth=0.8))
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
