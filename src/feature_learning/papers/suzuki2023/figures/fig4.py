"""Fluctuations of networks of finite width."""

from typing import Any

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import by_run, means

_COLOURS = (plot.ORANGE, plot.PURPLE, plot.BLUE)  # of the narrowest, the widest and the mean
_MARKERS = ("^", "s", "o")


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the distance from the law in time for all widths, and the variance of the output over
    its prediction.
    """
    times, variances = figure.hero(1, share=0.62, height=2.7)
    warm = float(max(tables.runs("chaos")["temperature"]))
    _distances(times, tables, warm)
    _variances(variances, tables, warm)


def _variances(ax: Axes, tables: Tables, temperature: float) -> None:
    where = {"temperature": temperature}
    runs, law = tables.runs("chaos", **where), tables.theory("chaos", **where)
    exact = law.drop_duplicates("width").set_index("width")["variance"]
    ratios = by_run(runs.assign(ratio=runs["variance"] / runs["width"].map(exact)))
    means = plot.estimates(ratios, "ratio", ["width"], "log")
    plot.simulation(ax, means, "width", colour=plot.METHODS["network"])
    plot.level(ax, 1.0, "", colour=plot.PREDICTION)
    plot.logarithmic(ax, "x", ticks=sorted(means["width"]))
    ax.set(title="Variance at rest", xlabel="width $N$", ylabel="over prediction")
    ax.margins(x=0.1, y=0.3)
    ax.locator_params(axis="y", nbins=5)


def _distances(ax: Axes, tables: Tables, temperature: float) -> None:
    """Draw N times the mean square distance from the law's output against time: the narrowest and
    the widest networks, and the mean over all widths.
    """
    figure, runs = plot.sheet_of(ax), by_run(tables.runs("chaos", temperature=temperature))
    at = np.asarray(runs["times"].iloc[0], dtype=float)
    scaled: dict[int, np.ndarray] = {}
    for width in sorted(runs["width"].unique()):
        own = runs[runs["width"] == width].sort_values("seed")
        scaled[int(width)] = width * np.stack(own["distances"].to_list())
    ends = (min(scaled), max(scaled))
    hue = plot.Hue(
        "width",
        dict(zip((*ends, 0), _COLOURS, strict=True)),
        {**{width: f"$N = {width}$" for width in ends}, 0: "mean over $N$"},
        dict(zip((*ends, 0), _MARKERS, strict=True)),
    )
    shown = {**{width: scaled[width] for width in ends}, 0: np.mean(list(scaled.values()), axis=0)}
    table = pd.concat(_means(curves, at).assign(width=width) for width, curves in shown.items())
    table = table[table["t"] > 0]
    for width in ends:
        plot.simulation(ax, table[table["width"] == width], "t", hue, join=True, band=True)
    plot.simulation(ax, table[table["width"] == 0], "t", hue, join=True, band=False)
    constant = float(tables.theory("chaos", temperature=temperature)["constant"].iloc[0])
    plot.level(ax, constant, "at rest", colour=plot.PREDICTION)
    _key(ax, hue)
    plot.logarithmic(ax)
    ax.set(
        title=rf"Distance from the law, $\lambda = {temperature:g}$",
        xlabel="time $t$",
        ylabel=r"$N \times$ mean square distance",
    )
    averages = {width: curves.mean(axis=0) for width, curves in scaled.items()}
    spread = np.ptp(np.log(list(averages.values())), axis=0)[at > 0]
    pooled = table[table["width"] == 0].set_index("t")["estimate"]
    figure.say(
        peak=pooled.max(),
        last=pooled.iloc[-1],
        end=f"{at[-1]:g}",
        constant=constant,
        runs=len(shown[0]),
        narrow=ends[0],
        wide=ends[1],
        highest=max(mean.max() for mean in averages.values()),
        spread=np.exp(spread.max()),
        when=f"{at[at > 0][spread.argmax()]:g}",
    )


def _key(ax: Axes, hue: plot.Hue) -> None:
    """Name the curves next to their marks, where they have fallen."""
    size = mpl.rcParams["lines.markersize"]
    for row, series in enumerate(hue.names):
        y, colour = 0.95 - 0.08 * row, hue.colours[series]
        look: dict[str, Any] = {"marker": hue.markers[series], "markersize": size, "markevery": [1]}
        ax.plot([0.62, 0.65, 0.68], [y] * 3, color=colour, transform=ax.transAxes, **look)
        place: dict[str, Any] = {"transform": ax.transAxes, "va": "center"}
        ax.text(0.7, y, hue.names[series], color=plot.written(colour), **place)


def _means(curves: np.ndarray, at: np.ndarray) -> pd.DataFrame:
    """Return the mean curve with its intervals, of positive numbers."""
    found = [one if one.low > 0 else one.unbounded(one.estimate) for one in means(curves)]
    return plot.points(found, len(curves), "mean square distance", t=at)
