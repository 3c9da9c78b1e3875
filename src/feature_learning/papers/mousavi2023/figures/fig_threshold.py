"""Samples from which half of the runs find the direction, by structure, against d."""

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning.core.tables import Tables
from feature_learning.papers.mousavi2023.model import gammas
from feature_learning.papers.mousavi2023.structures import structure_hue
from feature_learning.papers.mousavi2023.thresholds import Thresholds
from feature_learning.plotting.estimates import estimates, points
from feature_learning.plotting.key import Entry
from feature_learning.plotting.lines import level, logarithmic
from feature_learning.plotting.marks import simulation
from feature_learning.plotting.palette import Hue, darker
from feature_learning.plotting.sheet import Sheet, sheet_of
from feature_learning.statistics.evidence import by_run
from feature_learning.statistics.intervals import Interval, fitted_logarithm

_SHOWN = 128
_BOUND = "sufficient (theorem), slope"


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw shares of aligned runs at one d, and the thresholds at all."""
    aligned, misaligned, halves = figure.mosaic(2, 1, height=1.8, heights=(1, 1.25), shared=(0,))
    runs = tables.runs("overlap")
    hue = structure_hue(runs["structure"].unique())
    own = by_run(runs[runs["d"] == min(_SHOWN, runs["d"].max())])
    along = [structure for structure in hue.names if (gammas(structure) or (0,))[0] == 0]
    aligned.set_title("a spike along the target helps")
    misaligned.set_title("misaligned, it helps less")
    for ax, kept in ((aligned, True), (misaligned, False)):
        part = own[own["structure"].isin(along) == kept]
        simulation(ax, estimates(part, "aligned", ["structure", "ratio"], "fraction"), "ratio", hue, join=True, dodge=1.5)
        ax.margins(x=0.08)
        logarithmic(ax, "x", ticks=sorted(part["ratio"].unique()))
        level(ax, 0.5, "")
        ax.set_xlabel("samples per dimension $n/d$")
        ax.set_ylabel(r"share with $|\omega| > 1/2$")
    _thresholds(halves, tables, Thresholds.of(runs), hue)


def _thresholds(ax: Axes, tables: Tables, found: Thresholds, hue: Hue) -> None:
    ax.set_title(r"learned from $n \sim d$; the spike lowers the constant")
    exponents = tables.theory("overlap").groupby("structure")["exponent"].first()
    rows = []
    for number, structure in enumerate(found.structures):
        intervals = [_threshold(found, number, at) for at in range(len(found.d))]
        rows.append(points(intervals, len(found.shares), "threshold", structure=structure, d=found.d))
        slope = found.interval(lambda mean, number=number: float(found.slopes(mean)[number]))  # type: ignore[misc]
        last = intervals[-1].estimate
        if np.isfinite(last):
            _bound(ax, found.d, intervals[0].estimate, float(exponents[structure]) - 1, darker(hue.colours[structure]))
            half = (slope.high - slope.low) / 2
            error = rf"\pm{half:.1f}" if np.isfinite(half) else ""
            sheet_of(ax).edge_label(ax, last, f"$n \\propto d^{{{slope.estimate:.2f}{error}}}$", darker(hue.colours[structure]))
    simulation(ax, pd.concat(rows), "d", hue, join=True, dodge=2)
    sheet_of(ax).name(Entry(ax, _BOUND, "theory", "black", dashes="--"))
    ax.margins(x=0.06)
    logarithmic(ax, "x", ticks=found.d)
    logarithmic(ax, "y")
    ax.set_xlabel("dimension $d$")
    ax.set_ylabel("half are aligned at $n/d$")


def _threshold(found: Thresholds, number: int, at: int) -> Interval:
    """The threshold over d at one d, its interval that of its logarithm."""
    return fitted_logarithm(found.shares, lambda mean: float(found.log_halves(mean)[number, at] - np.log(found.d[at])))


def _bound(ax: Axes, d: np.ndarray, first: float, power: float, colour: str) -> None:
    y = first * (d / d[0]) ** power
    width = 0.5 * mpl.rcParams["lines.linewidth"]
    ax.plot(d, y, color=colour, linestyle="--", linewidth=width, zorder=1.5)
    sheet_of(ax).record(ax, _BOUND, "theory", x=d, y=y)
