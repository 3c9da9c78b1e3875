"""Histograms of spectra with the limiting bulk and the predicted outliers."""

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes

from feature_learning.plotting.key import Entry
from feature_learning.plotting.palette import BLUE, RED, written
from feature_learning.plotting.sheet import sheet_of

_BEYOND = 1.02  # the edge of the bulk: larger values stand alone
_STEM = 0.2  # the height of their stems, in units of the axis
_SIDE = 0.6  # where the law is named: at this fraction of its height, past its mode
_INSIDE = 0.4  # where the histogram is named: at this fraction of the law at its mean


def linear_spectrum(
    ax: Axes,
    values: np.ndarray,
    *,
    density_at: np.ndarray,
    density: np.ndarray,
    outlier: float,
    room: float,
    names: tuple[str, str, str],
    bins: int = 26,
) -> None:
    """Draw a histogram with equal bins over the bulk on linear axes, in red the law and, on the
    axis, a cross at the outlier; values beyond the bulk have stems, not bars.

    Parameters
    ----------
    ax
        Where to draw.
    values : (count,)
        A spectrum.
    density_at, density : (points,)
        The law of the bulk, of integral one.
    outlier
        Where it puts the largest value.
    room
        Where the panel ends, in units of the largest value or outlier.
    names
        What stands at the histogram, at the law and at the outlier.
    bins
        Their number over the bulk; values just outside of it count in the nearest one.
    """
    bulk = np.asarray(density_at)[np.asarray(density) > 0]
    edges = np.linspace(bulk.min(), bulk.max(), bins + 1)
    beyond = values > _BEYOND * np.max(density_at)
    counts, _ = np.histogram(np.clip(values[~beyond], edges[0], edges[-1]), edges)
    heights = counts / (len(values) * np.diff(edges))
    ax.stairs(heights, edges, fill=True, color=BLUE, alpha=0.35, zorder=1.9)
    ax.plot(density_at, density, color=RED, zorder=3)
    top = 1.12 * max(heights.max(), np.max(density))
    ax.vlines(values[beyond], 0, _STEM * top, color=BLUE, linewidth=mpl.rcParams["lines.linewidth"])
    ax.plot(
        [outlier],
        [0],
        "x",
        color=RED,
        markersize=2 * mpl.rcParams["lines.markersize"],
        markeredgewidth=mpl.rcParams["lines.linewidth"],
        zorder=4,
        clip_on=False,
    )
    ax.set(xlim=(0, room * max(float(values.max()), outlier)), ylim=(0, top), ylabel="density")
    sheet, (found, bulk_name, spike) = sheet_of(ax), names
    middles = (edges[1:] + edges[:-1]) / 2
    sheet.record(ax, found, "simulation", x=middles, y=heights)
    sheet.record(ax, bulk_name, "theory", x=density_at, y=density)
    sheet.record(ax, spike, "theory", x=[outlier], y=[np.nan])
    sheet.name(Entry(ax, found, "area", BLUE))  # so that no key names them again
    sheet.name(Entry(ax, bulk_name, "theory", RED))
    _write(ax, (float(values.max()), 1.05 * _STEM * top), spike, RED, "center")
    grid, law = np.asarray(density_at), np.asarray(density)
    mode = int(law.argmax())
    across = mode + int(np.argmax(law[mode:] < _SIDE * law[mode]))
    _write(ax, (grid[across], law[across]), bulk_name, RED, "left")
    middle = float((grid * law).sum() / law.sum())
    below = _INSIDE * float(np.interp(middle, grid, law))
    _write(ax, (middle, below), found, BLUE, "center")


def _write(ax: Axes, at: tuple[float, float], text: str, colour: str, side: str) -> None:
    """Write a name next to what it names."""
    shift = (4 if side == "left" else 0, 0)
    label = ax.annotate(text, at, shift, textcoords="offset points", ha=side, va="bottom")
    label.set_color(written(colour))
    label.set_fontsize(mpl.rcParams["legend.fontsize"])
