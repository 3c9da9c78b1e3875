"""Theory over simulation, drawn the same way everywhere: black lines are predictions, markers with bars are measurements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning.plotting.sheet import Sheet
from feature_learning.statistics import intervals

# Colour and marker: the series stay distinct without colour and for the colour-blind.
SERIES = (("#0072B2", "o"), ("#D55E00", "s"), ("#009E73", "^"), ("#CC79A7", "D"), ("#E69F00", "v"), ("#56B4E9", "P"))
DASHES = ("-", "--", ":", "-.", (0, (5, 1, 1, 1, 1, 1)), (0, (1, 3)))
REFERENCE: dict[str, Any] = {"color": "0.55", "linewidth": 0.8, "zorder": 1}


def simulation(
    ax: Axes,
    runs: pd.DataFrame,
    x: str,
    y: str,
    *,
    label: str,
    series: int = 0,
    median: bool = False,
    joined: bool = False,
    size: float = 4.0,
) -> None:
    """Draw the mean (or median) over seeds and its 95 % interval at each x.

    Parameters
    ----------
    ax
        Where to draw; its figure is a `Sheet`.
    runs
        Tidy rows with a ``seed`` column, one row per seed and x.
    x, y
        The columns to draw.
    label
        The legend's entry.
    series
        Which colour and marker, counted from 0.
    median
        Draw the median and its interval, for heavy tails.
    joined
        Join the markers with a thin line, for series without a theory line.
    size
        Marker size in points.
    """
    estimate = intervals.median if median else intervals.mean
    groups = [(value, estimate(group.to_numpy())) for value, group in runs.groupby(x, sort=True)[y]]
    estimates(
        ax,
        [float(cast(float, value)) for value, _ in groups],
        [found for _, found in groups],
        label=label,
        series=series,
        joined=joined,
        size=size,
    )


def estimates(
    ax: Axes,
    x: Sequence[float],
    found: Sequence[intervals.Interval],
    *,
    label: str,
    series: int = 0,
    joined: bool = False,
    size: float = 4.0,
) -> None:
    """Draw estimates, such as fitted numbers, with their intervals. An unbounded end gets no bar.

    Parameters
    ----------
    ax
        Where to draw; its figure is a `Sheet`.
    x, found : (points,)
        The positions and the estimates there.
    label, series, joined, size
        As in `simulation`.
    """
    at = np.array(x, dtype=float)
    middle, low, high = (np.array([getattr(interval, part) for interval in found]) for part in ("estimate", "low", "high"))
    bars = np.vstack([middle - low, high - middle])
    bars[~np.isfinite(bars)] = 0.0
    color, marker = SERIES[series % len(SERIES)]
    ax.errorbar(
        at,
        middle,
        yerr=bars,
        label=label,
        color=color,
        marker=marker,
        markersize=size,
        markerfacecolor="white",
        markeredgewidth=1.0,
        elinewidth=0.8,
        linestyle="-" if joined else "none",
        linewidth=0.5,
        zorder=3,
    )
    _record(ax, label, "simulation", x=at, y=middle, low=low, high=high)


def theory(ax: Axes, frame: pd.DataFrame, x: str, y: str, *, label: str, dash: int = 0, color: str = "black") -> None:
    """Draw a predicted curve.

    Parameters
    ----------
    ax
        Where to draw; its figure is a `Sheet`.
    frame
        One row per point, in any order.
    x, y
        The columns to draw.
    label
        The legend's entry.
    dash
        An index into `DASHES`, to distinguish black curves.
    color
        Black unless the curve belongs to a coloured series.
    """
    ordered = frame.sort_values(x)
    ax.plot(ordered[x], ordered[y], color=color, linestyle=DASHES[dash % len(DASHES)], label=label, zorder=2)
    _record(ax, label, "theory", x=ordered[x].to_numpy(), y=ordered[y].to_numpy())


def level(ax: Axes, value: float, *, label: str, dash: int = 2) -> None:
    """Draw a predicted constant as a horizontal line.

    Parameters
    ----------
    ax
        Where to draw; its figure is a `Sheet`.
    value
        The constant.
    label
        The legend's entry.
    dash
        An index into `DASHES`.
    """
    ax.axhline(value, color="black", linestyle=DASHES[dash % len(DASHES)], linewidth=0.9, label=label, zorder=2)
    _record(ax, label, "theory", x=[np.nan], y=[value])


def mark(ax: Axes, values: Sequence[float], *, label: str | None = None) -> None:
    """Draw grey vertical lines where a regime changes.

    Parameters
    ----------
    ax
        Where to draw.
    values : (lines,)
        The positions on the x axis.
    label
        The legend's entry, one for all lines.
    """
    for number, value in enumerate(values):
        ax.axvline(value, linestyle=(0, (1, 2)), label=label if number == 0 else None, **REFERENCE)


def guide(ax: Axes, x: np.ndarray, y: np.ndarray, *, label: str | None = None, dash: int = 0) -> None:
    """Draw a grey curve that only guides the eye, such as a slope; it is not recorded as data.

    Parameters
    ----------
    ax
        Where to draw.
    x, y : (points,)
        The curve.
    label
        The legend's entry.
    dash
        An index into `DASHES`.
    """
    ax.plot(x, y, linestyle=DASHES[dash % len(DASHES)], label=label, **REFERENCE)


def letter(axes: Sequence[Axes]) -> None:
    """Put the letters a, b, c, ... in front of the titles of the panels."""
    for number, ax in enumerate(axes):
        ax.set_title(f"{'abcdefghijklmnopqrstuvwxyz'[number]}  {ax.get_title()}", loc="left")
        ax.set_title("")


def _record(ax: Axes, series: str, role: str, **columns: Any) -> None:
    cast(Sheet, ax.figure).record(ax, series, role, **columns)
