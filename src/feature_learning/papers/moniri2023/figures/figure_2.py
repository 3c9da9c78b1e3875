"""Spectrum after a step of n^0.29, and its leading left vectors against X beta."""

import math

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.moniri2023.shared.histograms import Spectrum, spike_histogram
from feature_learning.papers.moniri2023.shared.panels import same_axis, say_sizes
from feature_learning.plotting import Sheet, Tables

_MOST = 1000  # samples that are drawn, as many as the original has
_POINTS = 401  # of the curves
_ROOM = 1.12  # of the axis beyond the largest value
_NAMES = (r"line: $u_1 \propto X\beta$", r"parabola: $u_2 \propto (X\beta)^{\circ 2}$")


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the histogram, and the scatter of the two leading left vectors."""
    say_sizes(figure, tables, "singular_vectors")
    histogram, *vectors = figure.panels(1, 3, height=2.1)
    runs = tables.runs("singular_vectors")
    bulk = tables.theory("singular_vectors").iloc[0]
    first = runs[runs["seed"] == 0].iloc[0]
    spectrum = Spectrum.of_features(first, bulk)
    high = _ROOM * max(spectrum.values.max(), spectrum.spikes.max())
    spike_histogram(histogram, spectrum, high)
    alpha = float(first["alpha"])
    histogram.set(
        title=rf"Spectrum, $\eta = n^{{{alpha:g}}}$",
        xlabel=r"singular value of $F/\sqrt{n}$",
        ylabel="count",
    )
    for number, (ax, name) in enumerate(zip(vectors, _NAMES, strict=True), start=1):
        _scatter(ax, first, number, name)
    same_axis(vectors, "x")
    figure.say(
        alpha=f"{alpha:g}",
        noise=float(first["noise"]),
        apart=spectrum.apart,
        first_off=spectrum.off[0],
        second_off=spectrum.off[1],
        **{f"cosine_{k}": runs[f"cosine_{k}"].mean() for k in (1, 2)},
        seeds=runs["seed"].nunique(),
        shown=min(len(first["x_beta"]), _MOST),
    )


def _scatter(ax: Axes, run: pd.Series, number: int, name: str) -> None:
    """Draw a vector's entries against those of X beta, and the theorem's direction."""
    x, y = (np.asarray(run[column]) for column in ("x_beta", f"left_{number}"))
    every = math.ceil(len(x) / _MOST)
    points = pd.DataFrame({"x": x[::every], "y": y[::every]})
    plot.runs(ax, points, "x", "y", label="samples", alpha=0.45)
    at = np.linspace(points["x"].min(), points["x"].max(), _POINTS)
    power = at**number / math.sqrt((x ** (2 * number)).mean())
    curve = pd.DataFrame({"x": at, "y": power})
    plot.theory(ax, curve, "x", "y", label=name, thin=True)
    ax.set(
        title=f"{('First', 'Second')[number - 1]} left vector",
        xlabel=r"$X\beta$",
        ylabel=rf"$\sqrt{{n}}\,u_{number}$",
    )
