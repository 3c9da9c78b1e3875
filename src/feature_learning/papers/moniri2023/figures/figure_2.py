"""Spectrum after a step of n^0.29, and in insets its leading left vectors against X beta."""

import math

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.moniri2023.histograms import Spectrum, spike_histogram
from feature_learning.papers.moniri2023.panels import say_sizes
from feature_learning.plotting import Sheet, Tables

_MOST = 1000  # samples that are drawn, as many as the original has
_POINTS = 401  # of the curves
_ROOM = 1.12  # of the axis beyond the largest value
_PLACES = ((0.45, 0.52, 0.22, 0.42), (0.76, 0.52, 0.22, 0.42))  # of the insets, in the panel
_NAMES = (r"line: $u_1 \propto X\beta$", r"parabola: $u_2 \propto (X\beta)^{\circ 2}$")


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the histogram, with scatters of the two leading left vectors as insets."""
    say_sizes(figure, tables, "singular_vectors")
    (ax,) = figure.panels(width=figure.target.page, height=2.7)
    runs = tables.runs("singular_vectors")
    bulk = tables.theory("singular_vectors").iloc[0]
    first = runs[runs["seed"] == 0].iloc[0]
    spectrum = Spectrum.of_features(first, bulk)
    spike_histogram(ax, spectrum, _ROOM * max(spectrum.values.max(), spectrum.spikes.max()))
    alpha = float(first["alpha"])
    ax.set(
        title=rf"$\eta = n^{{{alpha:g}}}$, $\ell = {len(spectrum.spikes)}$",
        xlabel=r"singular value of $F/\sqrt{n}$",
        ylabel="count",
    )
    figure.key(ax, "upper left")
    for number, (place, name) in enumerate(zip(_PLACES, _NAMES, strict=True), start=1):
        _scatter(ax.inset_axes(place), first, number, name)
    figure.say(
        alpha=f"{alpha:g}",
        noise=float(first["noise"]),
        apart=spectrum.apart,
        first_off=spectrum.off[0],
        second_off=spectrum.off[1],
        seeds=runs["seed"].nunique(),
        shown=min(len(first["x_beta"]), _MOST),
    )


def _scatter(inset: Axes, run: pd.Series, number: int, name: str) -> None:
    """Draw a vector's entries against those of X beta, and the theorem's direction."""
    x, y = (np.asarray(run[column]) for column in ("x_beta", f"left_{number}"))
    every, sheet = math.ceil(len(x) / _MOST), plot.sheet_of(inset)
    size, entries = mpl.rcParams["legend.fontsize"], rf"$\sqrt{{n}}\,u_{number}$"
    dots = {"markersize": 0.5 * mpl.rcParams["lines.markersize"], "markeredgewidth": 0}
    inset.plot(x[::every], y[::every], "o", color=plot.BLUE, alpha=0.45, zorder=2, **dots)
    sheet.record(inset, entries, "run", x=x[::every], y=y[::every])
    at = np.linspace(x.min(), x.max(), _POINTS)
    power = at**number / math.sqrt((x ** (2 * number)).mean())
    inset.plot(at, power, color=plot.PREDICTION, linewidth=0.6 * mpl.rcParams["lines.linewidth"])
    sheet.record(inset, name, "theory", x=at, y=power)
    inset.set_title(name, fontsize=size)
    inset.set_xlabel(r"$X\beta$", fontsize=size)
    inset.set_ylabel(entries, fontsize=size)
