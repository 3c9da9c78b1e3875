"""Paths in a plane, coloured by time."""

import matplotlib as mpl
import numpy as np
import seaborn as sns
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.colors import Colormap, Normalize, to_hex

from feature_learning.plotting.key import Entry
from feature_learning.plotting.sheet import sheet_of


def paths(
    ax: Axes,
    positions: np.ndarray,
    times: np.ndarray,
    norm: Normalize,
    widths: np.ndarray | float = 0.65,
    *,
    ends: bool = True,
) -> LineCollection:
    """Draw paths from dark to light, from an open circle to a filled one.

    Parameters
    ----------
    ax
        Where to draw.
    positions : (times, paths, 2)
        Where each path is.
    times : (times,)
        When.
    norm
        Of the times' colours, such as a `matplotlib.colors.LogNorm`.
    widths
        Of the lines, in units of a theory's; one for all, or one for each path.
    ends
        Draw and name the circles.

    Returns
    -------
    matplotlib.collections.LineCollection
        The lines, for a colour bar.
    """
    segments = np.stack([positions[:-1], positions[1:]], axis=2).reshape(-1, 2, 2)
    thickness = mpl.rcParams["lines.linewidth"] * np.broadcast_to(widths, positions.shape[1])
    colours, ages = _colours(), np.repeat(times[:-1], positions.shape[1])
    lines = LineCollection(
        list(segments),
        array=ages,
        cmap=colours,
        norm=norm,
        linewidths=np.tile(thickness, len(times) - 1),
        capstyle="round",
        zorder=2,
    )
    ax.add_collection(lines)
    if ends:
        circles = (
            ("start", positions[0], times[0], True),
            ("end", positions[-1], times[-1], False),
        )
        for label, at, time, hollow in circles:
            _circles(ax, label, at, to_hex(colours(norm(time))), hollow=hollow)
    return lines


def _circles(ax: Axes, label: str, at: np.ndarray, colour: str, *, hollow: bool) -> None:
    size = mpl.rcParams["lines.markersize"]
    edge = {"linewidth": 0.5 * size / 3.5, "edgecolor": colour} if hollow else {"linewidth": 0}
    ax.scatter(
        at[:, 0],
        at[:, 1],
        s=0.4 * size**2,
        color="white" if hollow else colour,
        zorder=4 - hollow,
        **edge,
    )
    sheet_of(ax).record(ax, label, "run", x=at[:, 0], y=at[:, 1])
    sheet_of(ax).name(Entry(ax, label, "simulation", colour, hollow=hollow))


def _colours() -> Colormap:
    """Return dark to light, without the ends that vanish on paper."""
    return sns.blend_palette(sns.color_palette("mako", 10)[1:9], as_cmap=True)
