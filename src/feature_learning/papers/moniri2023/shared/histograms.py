"""Histograms of the feature matrix's spectrum on linear axes, with crosses at the spikes of F_l."""

from typing import Any

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot

_BINS = 24  # over the bulk
_BEYOND = 1.02  # times the bulk's edge, up to which values count as in the bulk
_STEM, _CROSS, _NUMBER = 0.06, 0.12, 0.17  # heights, in units of the axis
_VALUES, _BULK, _SPIKES = "values of $F$, one seed", "limiting bulk", r"spikes of $F_\ell$"
_ROOM = 1.25  # of the axis of counts over the highest bar


def spike_histogram(
    ax: Axes, run: pd.Series, bulk: pd.Series, high: float, *, past: float = 0.0
) -> None:
    """Draw one seed's spectrum with bars of equal width, the limiting bulk, and the spikes of the
    theorem's ``F_l`` as numbered crosses; as many of the largest values have stems.

    A value beyond the right end has an arrow there, with its number and its size.

    Parameters
    ----------
    ax
        Where to draw.
    run
        A row of `singular_vectors`.
    bulk
        The row of its theory.
    high
        The right end of the axis.
    past
        A fraction of the bulk's edge; a peak below it can be higher than the panel.
    """
    values = np.sort(np.asarray(run["singular_values"]))[::-1]
    spikes = np.asarray(run["spikes"])
    at, edge = np.asarray(bulk["feature_density_at"]), float(bulk["bulk_edge"])
    width = edge / _BINS
    edges = np.arange(0, high + width, width)
    counts, _ = np.histogram(values, edges)
    ax.stairs(counts, edges, fill=True, color=plot.BLUE, alpha=0.35, zorder=1.9)
    expected = int(run["n"]) * width * np.asarray(bulk["feature_density"])
    ax.plot(at, expected, color=plot.PREDICTION, linewidth=_thin(), zorder=3)
    # The first bin can hold the atom at zero, which is no part of the bulk.
    start = max(past * edge, width)
    top = _ROOM * max(counts[edges[:-1] >= start].max(), expected[at > start].max())
    ax.set(xlim=(0, high), ylim=(0, top))
    leading = values[: len(spikes)]
    for number, (value, spike) in enumerate(zip(leading, spikes, strict=True), start=1):
        if max(value, spike) < high:
            ax.vlines(value, 0, _STEM * top, color=plot.BLUE, linewidth=_thin(1.0))
            ax.plot([spike], [_CROSS * top], "x", **_cross(), zorder=4)
            _write(ax, f"${number}$", (spike / high, _NUMBER), "center", plot.VERMILLION)
        else:
            _point_beyond(ax, rf"${number}$: ${value:.0f}$")
    sheet = plot.sheet_of(ax)
    sheet.record(ax, _VALUES, "simulation", x=(edges[1:] + edges[:-1]) / 2, y=counts)
    sheet.record(ax, _BULK, "theory", x=at, y=expected)
    sheet.record(ax, _SPIKES, "theory", x=spikes, y=np.nan)
    sheet.name(plot.Entry(ax, _VALUES, "area", plot.BLUE))
    sheet.name(plot.Entry(ax, _BULK, "theory", plot.PREDICTION))
    sheet.name(plot.Entry(ax, _SPIKES, "simulation", plot.VERMILLION, "x"))


def apart(run: pd.Series, bulk: pd.Series) -> int:
    """Return how many values beyond the spikes of ``F_l`` lie beyond the bulk's edge."""
    beyond = np.asarray(run["singular_values"]) > _BEYOND * float(bulk["bulk_edge"])
    return max(int(beyond.sum()) - len(run["spikes"]), 0)


def off(run: pd.Series) -> np.ndarray:
    """Return by how much the leading values of ``F`` exceed those of ``F_l``, relative to them."""
    spikes = np.asarray(run["spikes"])
    leading = np.sort(np.asarray(run["singular_values"]))[::-1][: len(spikes)]
    return np.asarray(leading / spikes - 1)


def _point_beyond(ax: Axes, text: str) -> None:
    """Write a value at the right end of the axis, with an arrow out of the panel."""
    look = {"arrowstyle": "-|>", "color": plot.BLUE, "lw": _thin(), "mutation_scale": 5}
    ax.annotate("", (1.0, 0.4), (0.82, 0.4), xycoords="axes fraction", arrowprops=look)
    _write(ax, text, (0.99, 0.44), "right", plot.BLUE)


def _write(ax: Axes, text: str, at: tuple[float, float], side: str, colour: str) -> None:
    """Write small at a place, in fractions of the panel."""
    ax.text(
        *at,
        text,
        transform=ax.transAxes,
        ha=side,
        va="bottom",
        color=plot.written(colour),
        fontsize=mpl.rcParams["legend.fontsize"],
    )


def _cross() -> dict[str, Any]:
    size = 1.6 * float(mpl.rcParams["lines.markersize"])
    return {"color": plot.VERMILLION, "markersize": size, "markeredgewidth": _thin(1.0)}


def _thin(part: float = 0.7) -> float:
    return part * float(mpl.rcParams["lines.linewidth"])
