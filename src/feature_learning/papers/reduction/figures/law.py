"""The law of one number by both methods at the smallest and the largest dimension, and differences
of distribution functions of all five there.
"""

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from scipy.stats import binom

from feature_learning import plotting as plot
from feature_learning.papers.reduction.experiments.law import METHODS, NUMBERS
from feature_learning.papers.reduction.quantities import distance_of_methods
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics.verdicts import ERROR

_NAMES = dict(
    zip(
        NUMBERS,
        ("cosine along", "cosine across", "norm", "cosine of a pair", "neuron 1 across"),
        strict=True,
    )
)
_SHOWN = "along"
_OFTEN, _SHARE = 1.36, 0.05  # exceeded in one case of twenty
_BAND, _REST = "0.92", "0.45"
_TEXT = "0.42"
_ENDS = (0.01, 0.9995)  # of the runs at the smallest d, between which all are drawn
_NAMED_ABOVE, _NAMED_BELOW = 0.4, 0.25  # shares at which the laws are named
_HIGHEST, _NAMED_AT = 3.2, 2.6  # of the axis of the differences, and of its names
_OTHERS = "other numbers"


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw distribution functions of the cosine along the line, and differences between the methods
    over the shares of runs.
    """
    runs = tables.runs("law")
    dimensions = tables.values("law", "d")
    ends = sorted({dimensions[0], dimensions[-1]})
    law, *rows = figure.hero(len(ends), share=0.6, height=3.2)
    count = len(runs[(runs["d"] == dimensions[0]) & (runs["method"] == METHODS[0])])
    found = distance_of_methods(tables).table(1 - 2 * ERROR).set_index(["d", "number"])
    distances = found["estimate"] * np.sqrt(count / 2)
    leaving = {
        d: [number for number in NUMBERS if distances[d, number] > _OFTEN] for d in dimensions
    }
    most = distances.index.tolist()[int(distances.to_numpy().argmax())]
    _laws(law, runs[runs["d"].isin(ends)])
    for ax, d in zip(rows, ends, strict=True):
        _differences(ax, runs[runs["d"] == d], leaving[d])
        ax.set(
            title=f"$d = {d}$", ylim=(-_HIGHEST, _HIGHEST), yticks=[-_OFTEN, 0, _OFTEN], xlim=(0, 1)
        )
        ax.set(xlabel="share of runs", ylabel="difference")
        ax.sharex(rows[-1])
        if ax is not rows[-1]:
            ax.tick_params(labelbottom=False)
    figure.say(
        bound=found.loc[most, "high"],
        count=len(distances),
        runs=count,
        above=int((distances > _OFTEN).sum()),
        half=_OFTEN * np.sqrt(2 / count),
        largest=distances.max(),
        worst=most[0],
        gap=distances.max() * np.sqrt(2 / count),
        sets=sum(map(bool, leaving.values())),
        start=_ENDS[0],
        dimensions=len(dimensions),
        chance=float(binom.sf((distances > _OFTEN).sum() - 1, len(distances), _SHARE)),
    )


def _laws(ax: Axes, runs: pd.DataFrame) -> None:
    """Draw the distribution function of the direct runs at each d, as the band in which a sample of
    the same law stays in nineteen cases of twenty, and that of the reduced runs.
    """
    figure, hue = plot.sheet_of(ax), plot.ordered("d", runs["d"], "$d = {}$")
    for d, of_d in hue.split(runs):
        name, colour, ends = hue.names[d], hue.colours[d], of_d[_SHOWN].agg(["min", "max"])
        for method in METHODS:
            own = np.sort(of_d.loc[of_d["method"] == method, _SHOWN].to_numpy())
            at = np.concatenate([ends[:1], own, ends[1:]])  # of the runs of both
            share = np.concatenate([[0], (np.arange(len(own)) + 0.5) / len(own), [1]])
            figure.record(ax, name, "simulation", x=at, y=share, method=method)
            if method == METHODS[0]:
                half = _OFTEN / np.sqrt(len(own) / 2)
                low, high = (share - half).clip(0), (share + half).clip(max=1)
                ax.fill_between(at, low, high, color=colour, alpha=0.4, lw=0)
                _name(ax, own, half, name, colour, left=d == min(hue.names))
            else:
                ax.plot(at, share, color=plot.darker(colour), linewidth=0.8)
    what = "shaded: direct\nlines: reduced"
    ax.text(0.97, 0.05, what, ha="right", color=_TEXT, transform=ax.transAxes)
    widest = runs[runs["d"] == runs["d"].min()]
    left, right = widest[_SHOWN].quantile(_ENDS)
    ax.set(title="Law of the mean cosine", ylabel="share of runs below", ylim=(0, 1))
    ax.set(xlabel="mean cosine of the neurons along the line", xlim=(left, right))


def _name(ax: Axes, direct: np.ndarray, half: float, name: str, colour: str, *, left: bool) -> None:
    """Name a law next to its shade, on the side where it stands alone."""
    share = _NAMED_ABOVE if left else _NAMED_BELOW
    edge = np.clip(share - half if left else share + half, 0, 1)  # few runs have a wide shade
    at = float(np.quantile(direct, edge))
    place: dict[str, Any] = {"textcoords": "offset points", "va": "center"}
    place |= {"ha": "right" if left else "left", "color": plot.written(plot.darker(colour))}
    ax.annotate(name, (at, share), (-4 if left else 4, 0), **place)


def _differences(ax: Axes, runs: pd.DataFrame, leaving: list[str]) -> None:
    """Draw F_reduced - F_direct, times the root of half the number of runs, against F_direct at all
    runs: the numbers that leave the band in colour, with their names.
    """
    figure, rest = plot.sheet_of(ax), _OTHERS if leaving else "all numbers"
    place: dict[str, Any] = {"x": 0.98, "ha": "right", "va": "center"}
    ax.axhspan(-_OFTEN, _OFTEN, color=_BAND, linewidth=0, zorder=0)
    ax.axhline(0, color=plot.GREY, linewidth=0.5, zorder=1.5)
    for number, name in _NAMES.items():
        direct, reduced = (
            np.sort(runs.loc[runs["method"] == method, number]) for method in METHODS
        )
        at = np.sort(np.concatenate([direct, reduced]))
        share, below = (np.searchsorted(own, at, "right") / len(own) for own in (direct, reduced))
        gap = np.sqrt(len(direct) / 2) * (below - share)
        shown = number in leaving
        colour = plot.VERMILLION if shown else _REST
        ax.plot(share, gap, color=colour, linewidth=0.9 if shown else 0.6, zorder=3 + shown)
        figure.record(ax, name if shown else rest, "simulation", x=share, y=gap, number=number)
        if shown and number == leaving[0]:
            up = 1 if gap[np.abs(gap).argmax()] > 0 else -1
            both = ", ".join(_NAMES[each] for each in leaving)
            for written, y, shade in ((both, up, colour), (rest, -up, _REST)):
                ax.text(y=_NAMED_AT * y, s=written, color=plot.written(shade), **place)
    if not leaving:
        ax.text(y=_NAMED_AT, s=rest, color=plot.written(_REST), **place)
