"""Histograms of spectra on linear axes, with crosses at the predicted spikes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot

_BINS = 24  # over the bulk
_BEYOND = 1.02  # times the bulk's edge, up to which values count as in the bulk
_STEM, _CROSS, _NUMBER = 0.06, 0.12, 0.17  # heights, in units of the axis
_ROOM = 1.25  # of the axis of counts over the highest bar
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
            ("values of $F$, one seed", r"spikes of $F_\ell$"),
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
        """How many other values lie beyond the bulk's edge."""
        beyond = int((self.values > _BEYOND * self.at.max()).sum())
        return max(beyond - len(self.spikes), 0)


def spike_histogram(ax: Axes, spectrum: Spectrum, high: float, *, past: float = 0.0) -> None:
    """Draw bars of equal width, the limiting bulk, and the predicted spikes as numbered crosses;
    as many of the largest values have stems.

    A value beyond the right end has an arrow there, with its number and its size.

    Parameters
    ----------
    ax
        Where to draw.
    spectrum
        What to draw.
    high
        The right end of the axis.
    past
        A fraction of the bulk's edge; a peak below it can be higher than the panel.
    """
    at, edge = spectrum.at, float(spectrum.at.max())
    width = edge / _BINS
    edges = np.arange(0, high + width, width)
    counts, _ = np.histogram(spectrum.values, edges)
    expected = width * spectrum.density
    ax.stairs(counts, edges, fill=True, color=plot.BLUE, alpha=0.35, zorder=1.9)
    ax.plot(at, expected, color=plot.PREDICTION, linewidth=_thin(), zorder=3)
    # The first bin can hold the atom at zero, which is no part of the bulk.
    start = max(past * edge, width)
    top = _ROOM * max(counts[edges[:-1] >= start].max(), expected[at > start].max())
    ax.set(xlim=(0, high), ylim=(0, top))
    pairs = zip(spectrum.leading, spectrum.spikes, strict=True)
    for number, (value, spike) in enumerate(pairs, start=1):
        if max(value, spike) < high:
            ax.vlines(value, 0, _STEM * top, color=plot.BLUE, linewidth=_thin(1.0))
            ax.plot([spike], [_CROSS * top], "x", **_cross(), zorder=4)
            _write(ax, f"${number}$", (spike / high, _NUMBER), "center", plot.VERMILLION)
        else:
            _point_beyond(ax, rf"${number}$: ${value:.0f}$")
    sheet, (values, spikes) = plot.sheet_of(ax), spectrum.names
    sheet.record(ax, values, "simulation", x=(edges[1:] + edges[:-1]) / 2, y=counts)
    sheet.record(ax, _BULK, "theory", x=at, y=expected)
    sheet.record(ax, spikes, "theory", x=spectrum.spikes, y=np.nan)
    sheet.name(plot.Entry(ax, values, "area", plot.BLUE))
    sheet.name(plot.Entry(ax, _BULK, "theory", plot.PREDICTION))
    sheet.name(plot.Entry(ax, spikes, "simulation", plot.VERMILLION, "x"))


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
