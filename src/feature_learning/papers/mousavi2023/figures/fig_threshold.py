"""Samples from which half of the runs find the direction, by structure, against d."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning.core.tables import Tables
from feature_learning.papers.mousavi2023.shared.model import gammas
from feature_learning.papers.mousavi2023.shared.structures import structure_hue
from feature_learning.papers.mousavi2023.shared.thresholds import Thresholds
from feature_learning.plotting.estimates import estimates, points
from feature_learning.plotting.key import Entry
from feature_learning.plotting.lines import level, logarithmic
from feature_learning.plotting.marks import simulation
from feature_learning.plotting.palette import PREDICTION, Hue
from feature_learning.plotting.sheet import Sheet, sheet_of
from feature_learning.statistics.evidence import by_run
from feature_learning.statistics.intervals import Interval, fitted_logarithm

_SHOWN = 128
_BOUND = "sufficient (theorem)"
_HALF_TICK = 0.35


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw shares of aligned runs at one d, and the thresholds at all."""
    aligned, misaligned, halves, exponents = figure.mosaic(2, 2, height=1.8, shared=(0,))
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
    found = Thresholds.of(runs)
    _thresholds(halves, found, hue)
    _exponents(exponents, tables, found, hue)


def _thresholds(ax: Axes, found: Thresholds, hue: Hue) -> None:
    ax.set_title("the spike lowers the constant")
    rows = []
    for number, structure in enumerate(found.structures):
        intervals = [_threshold(found, number, at) for at in range(len(found.d))]
        rows.append(points(intervals, len(found.shares), "threshold", structure=structure, d=found.d))
    simulation(ax, pd.concat(rows), "d", hue, join=True, dodge=2)
    ax.margins(x=0.1)
    logarithmic(ax, "x", ticks=found.d)
    logarithmic(ax, "y")
    ax.set_xlabel("dimension $d$")
    ax.set_ylabel("half are aligned at $n/d$")


def _threshold(found: Thresholds, number: int, at: int) -> Interval:
    """The threshold over d at one d, its interval that of its logarithm."""
    return fitted_logarithm(found.shares, lambda mean: float(found.log_halves(mean)[number, at] - np.log(found.d[at])))


def _exponents(ax: Axes, tables: Tables, found: Thresholds, hue: Hue) -> None:
    """Draw the threshold's exponent in d by structure, over what the theorem asks for."""
    ax.set_title(r"$n$ of order $d$ is enough")
    names = [name for name in hue.names if name in found.structures]
    numbers = [found.place(name) for name in names]
    slopes = [found.interval(lambda mean, number=number: float(found.slopes(mean)[number])) for number in numbers]  # type: ignore[misc]
    place = np.arange(len(names), dtype=float)
    asked = tables.theory("overlap").groupby("structure")["exponent"].first()[names].to_numpy(dtype=float)
    ax.hlines(asked, place - _HALF_TICK, place + _HALF_TICK, color=PREDICTION, zorder=1.5)
    sheet_of(ax).record(ax, _BOUND, "theory", x=place, y=asked)
    sheet_of(ax).name(Entry(ax, _BOUND, "theory", PREDICTION))
    level(ax, 1.0, "order $d$")
    simulation(ax, points(slopes, len(found.shares), "fitted exponent", structure=names, place=place), "place", hue)
    ax.set_xticks([])
    ax.set_xlabel("structure, as in the key")
    ax.set_ylabel("exponent of $n$ in $d$")
