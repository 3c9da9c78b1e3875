"""Small spheres with what is learned, and the colours of steps, as in the authors' pictures."""

import math
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.patches import Arc, Circle, Ellipse

from feature_learning import plotting as plot

RED = "#c0281c"
"""What is learned, in the original."""

EQUATOR = 0.3
"""The equator's height over its width: the sine of the elevation from which it is seen."""

FACES = {1: "#296218", 2: "#75fb4c", 3: "#808026", 4: "#983430", 5: "#e18683", 6: "#a9a9a9"}
"""Dark green, lime, olive, brown, coral and grey, of the first to the sixth step."""

EDGES = {time: plot.written(face) for time, face in FACES.items()}
"""The same, dark enough for thin lines and text."""

_GREY, _ROSE = ("white", "#b9b9b9"), ("#fde4e2", "#c98f8c")  # lit and shaded
_LIGHT = (-0.3, 0.35)  # from where
_PIXELS = 48


def sphere(ax: Axes, *, learned: bool = False) -> None:
    """Draw a shaded sphere into a panel without axes, red where all of it is learned."""
    place = np.linspace(-1, 1, _PIXELS)
    shade = np.hypot(place[None, :] - _LIGHT[0], place[:, None] - _LIGHT[1])
    colours = LinearSegmentedColormap.from_list("shade", _ROSE if learned else _GREY)
    image = ax.imshow(
        shade, cmap=colours, extent=(-1, 1, -1, 1), origin="lower", interpolation="bilinear"
    )
    rim = Circle((0, 0), 1, facecolor="none", edgecolor="0.25", linewidth=0.5, zorder=1.5)
    image.set_clip_path(ax.add_patch(rim))
    line: dict[str, Any] = {"color": "0.25", "linewidth": 0.5, "zorder": 1.6}
    ax.add_patch(Arc((0, 0), 2, 2 * EQUATOR, theta1=180, theta2=360, **line))
    ax.add_patch(Arc((0, 0), 2, 2 * EQUATOR, theta2=180, linestyle=(0, (3, 2)), **line))
    ax.set_axis_off()
    ax.set_aspect("equal")
    ax.set(xlim=(-1.03, 1.03), ylim=(-1.03, 1.03))


def arrow(
    ax: Axes, end: tuple[float, float], colour: str, *, both: bool = False, width: float = 1.0
) -> None:
    """Draw a direction from the centre, or a line with a head at either end."""
    x, y = end
    head = "<->" if both else "->"
    look: dict[str, Any] = {"arrowstyle": head, "shrinkA": 0, "shrinkB": 0, "mutation_scale": 6}
    look |= {"color": colour, "linewidth": width}
    ax.annotate("", end, (-x, -y) if both else (0, 0), arrowprops=look)


def span(ax: Axes, directions: int) -> None:
    """Draw the sphere with the space of so many learned directions: none, one, two or three."""
    sphere(ax, learned=directions == 3)
    if directions == 0:
        ax.plot(0, 0, "o", color="black", markersize=1.2)
    if directions == 1:
        arrow(ax, (1.0, 0.0), RED, both=True, width=1.2)
    if directions == 2:
        disc = Ellipse((0, 0), 2, 2 * EQUATOR, facecolor="#e8736c", linewidth=0, zorder=1.55)
        ax.add_patch(disc)


def axis(direction: int) -> tuple[float, float]:
    """Return where the unit vector along a direction ends: right, towards the reader, or up."""
    ends = {1: (1.0, 0.0), 2: (0.0, -EQUATOR), 3: (0.0, math.sqrt(1 - EQUATOR**2))}
    return ends[direction]


def marks(time: int, marker: str = "o", size: float = 1.0) -> dict[str, Any]:
    """Return the look of a step's markers.

    Parameters
    ----------
    time
        The number of steps.
    marker
        Its form.
    size
        In units of the style sheet's.
    """
    return {
        "linestyle": "none",
        "marker": marker,
        "markersize": size * mpl.rcParams["lines.markersize"],
        "color": FACES[time],
        "markeredgecolor": EDGES[time],
        "markeredgewidth": 0.35,
    }
