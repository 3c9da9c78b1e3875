"""Sketches of networks by what their hidden neurons have learned, as in the authors' picture."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Circle, Polygon

_INPUTS, _HIDDEN, _OUTPUT = 0.0, 2.6, 5.0  # where the layers stand
_RADIUS = 0.36
_NEURONS = 7  # of the input
_WEIGHTS = "0.6"


def network(ax: Axes, hidden: Sequence[str]) -> None:
    """Draw inputs, an output, and between them one circle for each learned direction.

    Parameters
    ----------
    ax
        A panel, whose axes go.
    hidden
        The colour of each direction; with none the input has one direction to the output.
    """
    inputs, middle = _heights(_NEURONS), _heights(len(hidden))
    if hidden:
        _weights(ax, (_INPUTS, inputs), (_HIDDEN, middle))
        _weights(ax, (_HIDDEN, middle), (_OUTPUT, np.zeros(1)))
    else:
        _weights(ax, (_INPUTS, inputs), (_HIDDEN, np.zeros(1)))
    end = _OUTPUT if hidden else _HIDDEN
    layers = [(_INPUTS, inputs, ["black"] * _NEURONS), (_HIDDEN, middle, hidden)]
    for x, heights, colours in [*layers, (end, np.zeros(1), ["#d8392b"])]:
        for y, colour in zip(heights, colours, strict=True):
            look: dict[str, Any] = {
                "facecolor": "white",
                "edgecolor": colour,
                "linewidth": 0.8,
                "zorder": 2,
            }
            ax.add_patch(Circle((x, float(y)), _RADIUS, **look))
    middle_of = (_INPUTS + end) / 2
    half, reach = (_OUTPUT - _INPUTS) / 2 + 1.3 * _RADIUS, inputs.max() + 1.3 * _RADIUS
    ax.set(xlim=(middle_of - half, middle_of + half), ylim=(-reach, reach))
    ax.set_axis_off()
    ax.set_aspect("equal")


def _heights(count: int) -> np.ndarray:
    return np.arange(count) - (count - 1) / 2


def _weights(ax: Axes, left: tuple[float, np.ndarray], right: tuple[float, np.ndarray]) -> None:
    """Fill what lies between two layers."""
    (x0, low), (x1, high) = left, right
    gap = 0.4 * _RADIUS
    sides = [(x0 + gap, low.min() - gap), (x1 - gap, high.min() - gap)]
    sides += [(x1 - gap, high.max() + gap), (x0 + gap, low.max() + gap)]
    ax.add_patch(Polygon(sides, facecolor=_WEIGHTS, linewidth=0, zorder=1))
