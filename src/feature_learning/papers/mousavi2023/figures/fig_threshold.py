"""Samples from which a third of the runs find the direction, by structure, against d."""

from functools import partial

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.mousavi2023.shared.model import Structure
from feature_learning.papers.mousavi2023.shared.structures import structure_hue
from feature_learning.papers.mousavi2023.shared.thresholds import Thresholds
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import by_run, fitted_logarithm

_SHOWN = 128
_BOUND = "sufficient (theorem)"
_HALF_TICK = 0.35


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw shares of aligned runs at one d, and the thresholds at all."""
    aligned, misaligned, needed, exponents = figure.mosaic(2, 2, height=1.8, shared=(0,))
    runs = tables.runs("overlap")
    hue = structure_hue(Structure.in_rows(runs).values())
    shown = by_run(runs[runs["d"] == min(_SHOWN, runs["d"].max())])
    along = shown["gamma1"] == 0
    for ax, part in ((aligned, shown[along]), (misaligned, shown[~along])):
        shares = plot.estimates(part, "aligned", ["structure", "ratio"], "fraction")
        plot.simulation(ax, shares, "ratio", hue, join=True)
        ax.margins(x=0.08)
        plot.logarithmic(ax, "x", ticks=sorted(part["ratio"].unique()))
        plot.level(ax, 1 / 3, "")
        ax.set(xlabel="samples per dimension $n/d$", ylabel=r"share with $|\omega| > 1/2$")
    aligned.set(title="a spike along the target helps")
    misaligned.set(title="misaligned, it helps less")
    thresholds = Thresholds.of(runs)
    _needed(needed, thresholds, hue)
    _exponents(exponents, tables, thresholds, hue)


def _needed(ax: Axes, thresholds: Thresholds, hue: plot.Hue) -> None:
    """Draw the thresholds over d, with the intervals of their logarithms."""

    def log_ratio(structure: int, place: int, mean: np.ndarray) -> float:
        return float(thresholds.log_needed(mean)[structure, place] - np.log(thresholds.d[place]))

    rows, shares = [], thresholds.shares
    for number, structure in enumerate(thresholds.structures):
        intervals = [
            fitted_logarithm(shares, partial(log_ratio, number, place))
            for place in range(len(thresholds.d))
        ]
        columns = {"structure": structure, "d": thresholds.d}
        rows.append(plot.points(intervals, len(shares), "threshold", **columns))
    plot.simulation(ax, pd.concat(rows), "d", hue, join=True)
    ax.margins(x=0.1)
    plot.logarithmic(ax, "x", ticks=thresholds.d)
    plot.logarithmic(ax, "y")
    ax.set(
        title="the spike lowers the constant",
        xlabel="dimension $d$",
        ylabel="a third are aligned at $n/d$",
    )


def _exponents(ax: Axes, tables: Tables, thresholds: Thresholds, hue: plot.Hue) -> None:
    """Draw the threshold's exponent in d by structure, over what the theorem asks for."""

    def slope(structure: int, mean: np.ndarray) -> float:
        return float(thresholds.slopes(mean)[structure])

    names = [name for name in hue.names if name in thresholds.structures]
    slopes = [thresholds.interval(partial(slope, thresholds.place(name))) for name in names]
    place = np.arange(len(names), dtype=float)
    bounds = [tables.value("overlap", "exponent", structure=name) for name in names]
    ax.hlines(bounds, place - _HALF_TICK, place + _HALF_TICK, color=plot.PREDICTION, zorder=1.5)
    plot.sheet_of(ax).record(ax, _BOUND, "theory", x=place, y=bounds)
    plot.sheet_of(ax).name(plot.Entry(ax, _BOUND, "theory", plot.PREDICTION))
    plot.level(ax, 1.0, "order $d$")
    seeds, kind = len(thresholds.shares), "fitted exponent"
    plot.simulation(
        ax, plot.points(slopes, seeds, kind, structure=names, place=place), "place", hue
    )
    ax.set(
        title=r"$n$ of order $d$ is enough",
        xticks=[],
        xlabel="structure, as in the key",
        ylabel="exponent of $n$ in $d$",
    )
