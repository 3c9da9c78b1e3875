"""The law of two numbers by both methods, and differences of distribution functions of all five:
one row for each dimension, as one support in three parts.
"""

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from scipy.stats import gaussian_kde

from feature_learning import plotting as plot
from feature_learning.papers.reduction.experiments.law import METHODS, NUMBERS
from feature_learning.papers.reduction.shared.comparison import method_distances
from feature_learning.plotting import Sheet, Tables

_NAMES = dict(
    zip(NUMBERS, ("cosine along", "cosine across", "norm", "pair", "neuron 1 across"), strict=True)
)
_SHARES = (0.2, 0.5)  # of the runs, inside the contours
_OFTEN, _RARE = 1.36, 1.95  # exceeded in one case of twenty, and of a thousand
_GRID = 80
_ENDS = [0.1, 0.9]  # of the runs that are drawn
_ROOM = 0.25  # of their range, around them
_BAND = "0.92"
_FILLS = ("0.72", "0.35")  # of the smallest and the largest d


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw densities of cosine and norm at the smallest and largest d, and differences between the
    methods over the shares of runs.
    """
    runs = tables.runs("law")
    dimensions = tables.values("law", "d")
    plane, *rows = figure.hero(len(dimensions), share=0.57, height=3.5)
    for fill, d in zip(_FILLS, dict.fromkeys((dimensions[0], dimensions[-1])), strict=False):
        _contours(plane, figure, runs[runs["d"] == d], f"$d = {d}$", fill)
    plane.set(title="After two steps", xlabel="mean cosine along the line", ylabel="mean norm")
    series = plot.unordered("number", _NAMES)
    for ax, d in zip(rows, dimensions, strict=True):
        _differences(ax, figure, runs[runs["d"] == d], series)
        ax.set(title=f"$d = {d}$", ylim=(-2.2, 2.2), yticks=[-_RARE, 0, _RARE], xlim=(0, 1))
        ax.set(xlabel="share of runs", ylabel="difference")
        ax.sharex(rows[-1])
        if ax is not rows[-1]:
            ax.tick_params(labelbottom=False)
    distances = method_distances(runs)
    figure.say(
        count=len(distances),
        runs=len(runs[(runs["d"] == dimensions[0]) & (runs["method"] == METHODS[0])]),
        above=int((distances > _OFTEN).sum()),
        largest=distances.max(),
    )


def _contours(ax: Axes, figure: Sheet, runs: pd.DataFrame, name: str, colour: str) -> None:
    """Fill the contours of the direct runs, and draw those of the reduced ones as black lines."""
    axes = [
        np.linspace(low - _ROOM * (high - low), high + _ROOM * (high - low), _GRID)
        for low, high in (runs[key].quantile(_ENDS) for key in ("along", "norm"))
    ]
    grid = np.stack(np.meshgrid(*axes))
    for method in METHODS:
        at = runs.loc[runs["method"] == method, ["along", "norm"]].to_numpy().T
        density = gaussian_kde(at)
        own = np.sort(density(at))
        levels = [own[int((1 - share) * len(own))] for share in reversed(_SHARES)]
        heights = density(grid.reshape(2, -1)).reshape(_GRID, _GRID)
        if method == "direct":
            for level in levels:
                fill = [level, heights.max() * 1.01]
                ax.contourf(*grid, heights, fill, colors=[colour], alpha=0.5)
        else:
            drawn = ax.contour(*grid, heights, levels, colors=["black"], linewidths=0.9)
            outer = np.concatenate(drawn.allsegs[0])
            below: dict[str, Any] = {"ha": "center", "va": "top", "textcoords": "offset points"}
            ax.annotate(name, outer[outer[:, 1].argmin()], (0, -2), **below)
        figure.record(ax, name, "simulation", x=at[0], y=at[1], method=method)
    figure.name(plot.Entry(ax, "direct", "area", "black"))
    figure.name(plot.Entry(ax, "reduced", "theory", "black"))


def _differences(ax: Axes, figure: Sheet, runs: pd.DataFrame, series: plot.Hue) -> None:
    """Draw F_reduced - F_direct, times the root of half the number of runs, at the direct runs'
    quantiles.
    """
    ax.axhspan(-_OFTEN, _OFTEN, color=_BAND, linewidth=0, zorder=0)
    for end in (-_RARE, _RARE):
        ax.axhline(end, color=plot.GREY, linewidth=0.5, linestyle="--", zorder=1.5)
    ax.axhline(0, color=plot.GREY, linewidth=0.5, zorder=1.5)
    for number, name in series.names.items():
        direct, reduced = (
            np.sort(runs.loc[runs["method"] == method, number]) for method in METHODS
        )
        share = (np.arange(len(direct)) + 0.5) / len(direct)
        below = np.searchsorted(reduced, direct) / len(reduced)
        gap = np.sqrt(len(direct) / 2) * (below - share)
        colour = series.colours[number]
        ax.plot(share, gap, color=colour, linewidth=0.7, zorder=3)
        figure.record(ax, name, "simulation", x=share, y=gap)
        figure.name(plot.Entry(ax, name, "theory", colour))
