"""The law of one number by both methods at each dimension, and differences of distribution
functions of all five: one row for each dimension, as one support in parts.
"""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.reduction.experiments.law import METHODS, NUMBERS
from feature_learning.papers.reduction.shared.comparison import method_distances
from feature_learning.plotting import Sheet, Tables

_NAMES = dict(
    zip(
        NUMBERS,
        ("cosine along", "cosine across", "norm", "cosine of a pair", "neuron 1 across"),
        strict=True,
    )
)
_SHOWN = "along"
_OFTEN, _RARE = 1.36, 1.95  # exceeded in one case of twenty, and of a thousand
_BAND, _REST = "0.92", "0.55"
_WIDTH = 4.0  # of the direct runs' line, over that of the reduced ones'
_NAMED_AT = 0.72  # share of runs at which the names of dimensions stand


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw distribution functions of the cosine along the line at each d, and differences between
    the methods over the shares of runs.
    """
    runs = tables.runs("law")
    dimensions = tables.values("law", "d")
    law, *rows = figure.hero(len(dimensions), share=0.6, height=3.2)
    distances = method_distances(runs)
    leaving = distances.idxmax()
    _laws(law, runs)
    for ax, d in zip(rows, dimensions, strict=True):
        _differences(ax, runs[runs["d"] == d], leaving[1] if leaving[0] == d else "")
        ax.set(title=f"$d = {d}$", ylim=(-2.2, 2.2), yticks=[-_RARE, 0, _RARE], xlim=(0, 1))
        ax.set(xlabel="share of runs", ylabel="difference")
        ax.sharex(rows[-1])
        if ax is not rows[-1]:
            ax.tick_params(labelbottom=False)
    figure.say(
        count=len(distances),
        runs=len(runs[(runs["d"] == dimensions[0]) & (runs["method"] == METHODS[0])]),
        above=int((distances > _OFTEN).sum()),
        largest=distances.max(),
    )


def _laws(ax: Axes, runs: pd.DataFrame) -> None:
    """Draw the distribution functions of direct runs as wide pale lines, those of reduced ones as
    thin black lines on them.
    """
    figure, hue = plot.sheet_of(ax), plot.ordered("d", runs["d"], "$d = {}$")
    for d, of_d in hue.split(runs):
        for method in METHODS:
            at = np.sort(of_d.loc[of_d["method"] == method, _SHOWN].to_numpy())
            share = (np.arange(len(at)) + 0.5) / len(at)
            direct = method == METHODS[0]
            colour, width = (hue.colours[d], _WIDTH) if direct else ("black", 0.8)
            alpha = 0.5 if direct else 1.0
            ax.plot(at, share, color=colour, linewidth=width, alpha=alpha, solid_capstyle="butt")
            figure.record(ax, hue.names[d], "simulation", x=at, y=share, method=method)
    for name, text in hue.names.items():
        _name(ax, runs[runs["d"] == name], text, hue.colours[name], left=name == max(hue.names))
    ax.set(title="Mean cosine along the line", ylabel="share of runs below", ylim=(0, 1))
    ax.set(xlabel="mean cosine along the line")


def _name(ax: Axes, runs: pd.DataFrame, text: str, colour: str, *, left: bool) -> None:
    share = _NAMED_AT if left else 1 - _NAMED_AT
    at = float(runs[_SHOWN].quantile(share)), share
    shift = (-6, 0) if left else (6, 0)
    ax.annotate(
        text,
        at,
        shift,
        textcoords="offset points",
        color=plot.written(colour),
        ha="right" if left else "left",
        va="center_baseline",
    )


def _differences(ax: Axes, runs: pd.DataFrame, leaving: str) -> None:
    """Draw F_reduced - F_direct, times the root of half the number of runs, at the direct runs'
    quantiles: the number whose difference is the largest of all in colour, with its name.
    """
    figure = plot.sheet_of(ax)
    ax.axhspan(-_OFTEN, _OFTEN, color=_BAND, linewidth=0, zorder=0)
    for end in (-_RARE, _RARE):
        ax.axhline(end, color=plot.GREY, linewidth=0.5, linestyle="--", zorder=1.5)
    ax.axhline(0, color=plot.GREY, linewidth=0.5, zorder=1.5)
    for number, name in _NAMES.items():
        direct, reduced = (
            np.sort(runs.loc[runs["method"] == method, number]) for method in METHODS
        )
        share = (np.arange(len(direct)) + 0.5) / len(direct)
        below = np.searchsorted(reduced, direct) / len(reduced)
        gap = np.sqrt(len(direct) / 2) * (below - share)
        shown = number == leaving
        colour = plot.VERMILLION if shown else _REST
        ax.plot(share, gap, color=colour, linewidth=0.9 if shown else 0.6, zorder=3 + shown)
        figure.record(ax, name, "run", x=share, y=gap)
        if shown:
            up = gap[np.abs(gap).argmax()] > 0
            place = {"va": "top" if up else "bottom", "ha": "right"}
            size = f"{np.abs(gap).max():.2f}"
            at = (0.98, 0.96 if up else 0.04)
            ax.text(*at, f"{name}: {size}", transform=ax.transAxes, color=colour, **place)
