"""Histograms of spectra with the limiting bulk and the predicted outliers."""

from collections.abc import Sequence

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.font_manager import FontProperties

from feature_learning.plotting.lines import logarithmic
from feature_learning.plotting.palette import BLUE, PREDICTION, RED, written
from feature_learning.plotting.sheet import sheet_of

_LEAST = 0.5  # the bottom of the axis of counts: a bin with one value stands out
_ABOVE = 2.2  # where the triangles stand: above a bin with one value
_ROOM = 1.15  # of the axis beyond the largest value
_BEYOND = 1.02  # the edge of the bulk: larger values stand alone
_STEM = 0.07  # the height of their stems, in units of the axis
_SIDE = 0.6  # where the law is named: at this share of its height, past its mode
_INSIDE = 0.4  # where the histogram is named: at this share of the law at its mean


def spectrum(
    ax: Axes,
    values: np.ndarray,
    *,
    density_at: np.ndarray,
    density: np.ndarray,
    outliers: Sequence[float],
    upto: float | None = None,
    bins: int = 50,
    label: str = "one seed",
    colour: str = BLUE,
) -> None:
    """Draw a histogram of one spectrum, the limiting bulk as a curve, and outliers as triangles.

    Both axes are logarithmic: the bulk and outliers far from it fill one panel, and one value in a
    bin is visible. The bins have equal ratios, one of them begins at the bulk's upper edge, and the
    bulk is drawn in counts per bin.

    Parameters
    ----------
    ax
        Where to draw.
    values : (count,)
        Singular values of one seed.
    density_at, density : (points,)
        The limiting density times `count`; its integral is the number of non-zero values.
    outliers
        The predicted outliers; empty if there is only the bulk.
    upto
        The right end of the bins, for panels with one scale; by default past all values.
    bins
        The number of bins.
    label, colour
        Of the histogram. The names stand beside the bulk, at the top right.
    """
    at, density = np.asarray(density_at), np.asarray(density)
    positive = values[values > 0]
    smallest = min(positive.min(), at[density > 0].min())
    edges = np.geomspace(
        smallest / _ROOM, upto or _ROOM * max(positive.max(), *outliers, at.max()), bins + 1
    )
    end = at.max()  # of the bulk; no bin is on both sides of it
    edges *= end / edges[edges <= end][-1]
    counts, _ = np.histogram(values, edges)
    heights, _ = np.histogram(positive, edges)
    ax.stairs(heights, edges, fill=True, color=colour, alpha=0.35, zorder=1.9)
    half = np.sqrt(edges[1] / edges[0])
    expected = density * at * (half - 1 / half)
    # At the edges of the bulk the curve falls below the axis, not to nowhere.
    ax.plot(at, np.maximum(expected, _LEAST / 2), color=PREDICTION, zorder=3)
    ax.plot(
        list(outliers),
        [_ABOVE] * len(outliers),
        linestyle="none",
        marker="v",
        markersize=1.6 * mpl.rcParams["lines.markersize"],
        markeredgewidth=0,
        color=PREDICTION,
        zorder=4,
    )
    logarithmic(ax)
    ax.set_ylim(bottom=_LEAST)
    ax.set_xlim(edges[0], edges[-1])
    sheet = sheet_of(ax)
    sheet.record(ax, label, "simulation", x=np.sqrt(edges[:-1] * edges[1:]), y=counts)
    sheet.record(ax, "limiting bulk", "theory", x=at, y=expected)
    parts = [(label, colour), ("limiting bulk", PREDICTION)]
    if len(outliers):
        sheet.record(
            ax, "predicted outlier", "theory", x=list(outliers), y=[np.nan] * len(outliers)
        )
        parts.append(("predicted outlier", PREDICTION))
    _beside(ax, parts)


def _beside(ax: Axes, parts: Sequence[tuple[str, str]]) -> None:
    """Write what is drawn at the top right, where a bulk with outliers leaves room."""
    size = FontProperties(size=mpl.rcParams["legend.fontsize"]).get_size_in_points()
    row = 1.25 * size
    for number, (text, colour) in enumerate(parts):
        ax.annotate(
            text,
            (1, 1),
            (-1, -1 - number * row),
            xycoords="axes fraction",
            textcoords="offset points",
            ha="right",
            va="top",
            color=written(colour),
            fontsize=size,
        )


def linear_spectrum(
    ax: Axes,
    values: np.ndarray,
    *,
    density_at: np.ndarray,
    density: np.ndarray,
    outlier: float,
    high: float,
    bins: int = 26,
) -> None:
    """Draw a histogram with equal bins over the bulk on linear axes, in red the law and a
    cross at the outlier, each named where it is; values beyond the bulk have stems, not bars.

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
    high
        Where the panel ends, at the least.
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
        [1.6 * _STEM * top],
        "x",
        color=RED,
        markersize=2 * mpl.rcParams["lines.markersize"],
        markeredgewidth=mpl.rcParams["lines.linewidth"],
        zorder=4,
    )
    ax.set(xlim=(0, high), ylim=(0, top), ylabel="density")
    sheet = sheet_of(ax)
    middles = (edges[1:] + edges[:-1]) / 2
    sheet.record(ax, "values, one seed", "simulation", x=middles, y=heights)
    sheet.record(ax, "limiting bulk", "theory", x=density_at, y=density)
    sheet.record(ax, "predicted outlier", "theory", x=[outlier], y=[np.nan])
    _write(ax, (outlier, 2.2 * _STEM * top), "predicted outlier", RED, "center")
    grid, law = np.asarray(density_at), np.asarray(density)
    mode = int(law.argmax())
    across = mode + int(np.argmax(law[mode:] < _SIDE * law[mode]))
    _write(ax, (grid[across], law[across]), "limiting bulk", RED, "left")
    middle = float((grid * law).sum() / law.sum())
    below = _INSIDE * float(np.interp(middle, grid, law))
    _write(ax, (middle, below), "values, one seed", BLUE, "center")


def _write(ax: Axes, at: tuple[float, float], text: str, colour: str, side: str) -> None:
    """Write a name beside what it names."""
    shift = (4 if side == "left" else 0, 0)
    label = ax.annotate(text, at, shift, textcoords="offset points", ha=side, va="bottom")
    label.set_color(written(colour))
    label.set_fontsize(mpl.rcParams["legend.fontsize"])
