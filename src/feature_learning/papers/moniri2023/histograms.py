"""Histograms of spectra on linear axes, with numbered spikes and crosses at the predicted ones."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from feature_learning import plotting as plot

_BINS, _COARSE = 24, 8  # over the bulk
_BEYOND = 1.02  # times the bulk's edge, up to which values count as in the bulk
_STEM = 0.24  # height, in units of the axis
_ROOM, _KEY = 1.12, 1.35  # of the vertical axis relative to the highest bar; with a key above
_BREAK, _AFTER = 0.7, 0.76  # where a broken axis ends and begins again, in units of the panel
_ASIDE = 0.7  # of the part after the break, between what it shows and its ends
_BULK = "limiting bulk"


@dataclass(frozen=True)
class Spectrum:
    """The singular values of one seed, and what is predicted of them.

    Attributes
    ----------
    values : (count,)
        From the largest.
    spikes : (spikes,)
        The predicted ones, from the largest.
    at, density : (points,)
        The limiting bulk up to its edge; the integral is the number of values in it.
    names
        Of the values and of the spikes.
    """

    values: np.ndarray
    spikes: np.ndarray
    at: np.ndarray
    density: np.ndarray
    names: tuple[str, str]

    @classmethod
    def of_features(cls, run: pd.Series, bulk: pd.Series) -> Spectrum:
        """Return that of ``F/sqrt n`` with the spikes of ``F_l``, from a row of
        `singular_vectors` and of its theory.
        """
        return cls(
            np.sort(np.asarray(run["singular_values"]))[::-1],
            np.asarray(run["spikes"]),
            np.asarray(bulk["feature_density_at"]),
            int(run["n"]) * np.asarray(bulk["feature_density"]),
            ("values of $F$, one seed", r"predicted spikes ($F_\ell$)"),
        )

    @classmethod
    def of_weights(cls, run: pd.Series, law: pd.Series) -> Spectrum:
        """Return that of ``W_1`` with its predicted spike, from a row of `spectra` and of its
        theory.
        """
        return cls(
            np.sort(np.asarray(run["weight_singular_values"]))[::-1],
            np.array([law["weight_1"]]),
            np.asarray(law["weight_density_at"]),
            int(run["d"]) * np.asarray(law["weight_density"]),
            ("values of $W_1$, one seed", "predicted spike"),
        )

    @property
    def leading(self) -> np.ndarray:
        """As many of the largest values as there are spikes."""
        return self.values[: len(self.spikes)]

    @property
    def off(self) -> np.ndarray:
        """By how much these exceed the spikes, relative to them."""
        return np.asarray(self.leading / self.spikes - 1)

    @property
    def apart(self) -> int:
        """The number of other values beyond the edge of the bulk."""
        beyond = int((self.values > _BEYOND * self.at.max()).sum())
        return max(beyond - len(self.spikes), 0)


def spike_histogram(ax: Axes, spectrum: Spectrum, high: float) -> None:
    """Draw counts in bars of equal width, the limiting bulk, and the spikes.

    Parameters
    ----------
    ax
        Where to draw.
    spectrum
        What to draw.
    high
        The right end of the axis.
    """
    at, width = spectrum.at, float(spectrum.at.max()) / _BINS
    edges = np.arange(0, high + width, width)
    counts, _ = np.histogram(spectrum.values, edges)
    expected = width * spectrum.density
    ax.plot(at, expected, color=plot.PREDICTION, linewidth=_thin(), zorder=3)
    # The first bin can hold the atom at zero, which is not a part of the bulk.
    top = _KEY * max(counts[1:].max(), expected[at > width].max())
    ax.set(xlim=(0, high), ylim=(0, top))
    plot.sheet_of(ax).record(ax, _BULK, "theory", x=at, y=expected)
    _bars(ax, spectrum, counts, edges)
    _mark(ax, spectrum, range(len(spectrum.spikes)))


def spike_density(ax: Axes, spectrum: Spectrum, high: float) -> None:
    """Draw a density in wide bars, the limiting bulk averaged within each bar, and the spikes.

    The axis is broken if the first spike is beyond its end: the part after the break shows it.

    Parameters
    ----------
    ax
        Where to draw.
    spectrum
        What to draw.
    high
        The right end of the axis; the other spikes of a broken axis must be below its break.
    """
    width, count = float(spectrum.at.max()) / _COARSE, len(spectrum.values)
    edges = np.arange(0, high + width, width)
    heights = np.histogram(spectrum.values, edges)[0] / (count * width)
    pieces = np.diff(spectrum.at) * (spectrum.density[1:] + spectrum.density[:-1]) / 2
    below = np.interp(edges, spectrum.at, np.concatenate([[0.0], pieces.cumsum()]))
    expected = np.diff(below) / (count * width)
    seen = slice(_COARSE)
    ax.stairs(expected[seen], edges[: _COARSE + 1], color=plot.PREDICTION, linewidth=_thin())
    ax.set(xlim=(0, high), ylim=(0, _ROOM * max(heights.max(), expected.max())))
    middles = (edges[1:] + edges[:-1]) / 2
    plot.sheet_of(ax).record(ax, _BULK, "theory", x=middles[seen], y=expected[seen])
    _bars(ax, spectrum, heights, edges)
    broken = max(spectrum.leading[0], spectrum.spikes[0]) > high
    if broken:
        _mark(_after_break(ax, spectrum), spectrum, range(1))
    _mark(ax, spectrum, range(int(broken), len(spectrum.spikes)))


def _bars(ax: Axes, spectrum: Spectrum, heights: np.ndarray, edges: np.ndarray) -> None:
    ax.stairs(heights, edges, fill=True, color=plot.BLUE, alpha=0.35, zorder=1.9)
    sheet, (values, spikes) = plot.sheet_of(ax), spectrum.names
    sheet.record(ax, values, "simulation", x=(edges[1:] + edges[:-1]) / 2, y=heights)
    sheet.record(ax, spikes, "theory", x=spectrum.spikes, y=np.nan)
    sheet.name(plot.Entry(ax, values, "area", plot.BLUE))
    sheet.name(plot.Entry(ax, _BULK, "theory", plot.PREDICTION))
    sheet.name(plot.Entry(ax, spikes, "simulation", plot.VERMILLION, "x"))


def _mark(ax: Axes, spectrum: Spectrum, which: Iterable[int]) -> None:
    """Draw a numbered stem at each of the largest values, and on the axis a cross where its spike
    is predicted.
    """
    size, place = mpl.rcParams["legend.fontsize"], ax.get_xaxis_transform()
    for k in which:
        value, spike = spectrum.leading[k], spectrum.spikes[k]
        ax.vlines(value, 0, _STEM, color=plot.BLUE, linewidth=_thin(1.2), transform=place)
        ax.plot([spike], [0], "x", **_cross(), zorder=6, clip_on=False)
        ax.annotate(
            f"${k + 1}$",
            (value, _STEM),
            (0, 1.5),
            xycoords=place,
            textcoords="offset points",
            ha="center",
            va="bottom",
            color=plot.written(plot.BLUE),
            fontsize=size,
        )


def _after_break(ax: Axes, spectrum: Spectrum) -> Axes:
    """End the axis of a panel at its break, and return what shows the first spike after it."""
    high = ax.get_xlim()[1]
    shown = np.array([spectrum.leading[0], spectrum.spikes[0]])
    half = max((1 - _AFTER) * high / 2, np.ptp(shown) / 2 / _ASIDE)
    after = ax.inset_axes((_AFTER, 0, 1 - _AFTER, 1), sharey=ax)
    after.set_xlim(shown.mean() - half, shown.mean() + half)
    after.tick_params(left=False, labelleft=False)
    after.patch.set_visible(False)
    for side in ("left", "right", "top"):
        after.spines[side].set_visible(False)
    after.xaxis.set_major_locator(MaxNLocator(2, integer=True))
    ax.spines["bottom"].set_bounds(0, _BREAK * high)
    ax.set_xticks([tick for tick in ax.get_xticks() if 0 <= tick < _BREAK * high])
    slash: dict[str, Any] = {"marker": [(-1, -2), (1, 2)], "markersize": 6, "color": "black"}
    for place in (_BREAK, _AFTER):
        ax.plot([place], [0], transform=ax.transAxes, linestyle="none", clip_on=False, **slash)
    return after


def _cross() -> dict[str, Any]:
    size = 1.6 * float(mpl.rcParams["lines.markersize"])
    return {"color": plot.VERMILLION, "markersize": size, "markeredgewidth": _thin(1.0)}


def _thin(part: float = 0.7) -> float:
    return part * float(mpl.rcParams["lines.linewidth"])
