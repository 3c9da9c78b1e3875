"""The poster's figure: overlap and excess risk against the sample size."""

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.bietti2022.shared.panels import dimension_hue, lines
from feature_learning.papers.bietti2022.shared.thresholds import best, thresholds
from feature_learning.plotting import Sheet, Tables

_NEUTRAL = "0.35"  # in the key, where all d share a sign
_AT_INFINITY = 3.2  # times the largest n: where the values at infinite n stand


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the overlaps of the best inits in the top row and their risks in the bottom row, one
    column per s.
    """
    runs, law = tables.runs("learning_curves"), tables.theory("learning_curves")
    hue, exponents = dimension_hue(runs), sorted(runs["s"].unique())
    axes = figure.panels(2, len(exponents), height=1.75, sharex=True, sharey="row")
    chosen, halves = best(runs), thresholds(runs)
    ticks = [n for n in sorted(runs["n"].unique()) if np.log10(n) % 1 == 0]
    for top, bottom, s in zip(axes, axes[len(exponents) :], exponents, strict=False):
        picked, inits, predicted, half = (
            frame[frame["s"] == s] for frame in (chosen, runs, law, halves)
        )
        _overlaps(top, picked, inits, hue)
        _marks(top, predicted[predicted["needed"] <= runs["n"].max()], half, hue)
        _chance(top, predicted, hue)
        _infinity(top, inits, hue, runs["n"].max())
        _risks(bottom, picked, hue)
        last = s == exponents[-1]  # where the levels are named, at the right edge
        plot.level(bottom, predicted["null"].iloc[0], "null risk" if last else "")
        plot.level(bottom, inits["floor"].median(), "floor" if last else "")
        top.set(title=f"$s = {s}$")
        bottom.set(xlabel="samples $n$")
        for ax in (top, bottom):
            plot.logarithmic(ax, "x", ticks)
    plot.logarithmic(axes[-1], "y")
    axes[0].set(
        xlim=(0.65 * runs["n"].min(), 2 * _AT_INFINITY * runs["n"].max()),
        ylabel=r"overlap $|\langle\theta,\theta_*\rangle|$",
        ylim=(-0.02, 1.06),
    )
    axes[len(exponents)].set(title="the risk follows the overlap", ylabel="excess risk")


def _overlaps(ax: Axes, picked: pd.DataFrame, inits: pd.DataFrame, hue: plot.Hue) -> None:
    plot.runs(ax, picked, "n", "overlap", hue)
    of_best = plot.estimates(picked, "overlap", ["d", "n"], "median")
    lines(ax, of_best, "n", hue, name="best of eight inits, median")
    of_all = inits.groupby(["d", "n"])["overlap"].median().rename("estimate").reset_index()
    lines(ax, of_all, "n", hue, name="single inits, median", dashed=True)


def _marks(ax: Axes, law: pd.DataFrame, half: pd.DataFrame, hue: plot.Hue) -> None:
    """Draw triangles on the x axis at the thresholds, and hollow ones at the top at the theorem's
    sizes.
    """
    sheet, place = plot.sheet_of(ax), ax.get_xaxis_transform()
    style: dict[str, Any] = {"transform": place, "markersize": 4, "clip_on": False, "zorder": 5}
    name, theorem = "threshold, median", "sample size of the theorem"
    for d, colour in hue.colours.items():
        median = half[half["d"] == d]["half"].median()
        ax.plot([median], [0], "^", color=colour, **style)
        sheet.record(ax, hue.names[d], "simulation", x=[median], y=[0.9], of=name)
    sheet.name(plot.Entry(ax, "threshold of the best, median", "simulation", _NEUTRAL, "^"))
    sheet.name(
        plot.Entry(ax, "the theorem's sample size", "simulation", _NEUTRAL, "v", hollow=True)
    )
    style["markerfacecolor"] = "white"
    for d, needed in zip(law["d"], law["needed"], strict=True):
        ax.plot([needed], [1], "v", markeredgecolor=hue.colours[d], **style)
        sheet.record(ax, hue.names[d], "theory", x=[needed], y=[np.nan], of=theorem)


def _chance(ax: Axes, law: pd.DataFrame, hue: plot.Hue) -> None:
    """Draw a tick at the left edge at the mean overlap of a random direction."""
    style: dict[str, Any] = {"solid_capstyle": "butt", "transform": ax.get_yaxis_transform()}
    for d, chance in zip(law["d"], law["chance"], strict=True):
        ax.plot([0, 0.035], [chance, chance], color=hue.colours[d], **style)
        points = {"x": [np.nan], "y": [chance], "of": "random direction"}
        plot.sheet_of(ax).record(ax, hue.names[d], "theory", **points)


def _infinity(ax: Axes, inits: pd.DataFrame, hue: plot.Hue, largest: float) -> None:
    """Draw the median over seeds of the best overlap at infinite n in the right margin."""
    x = _AT_INFINITY * largest
    ax.axvline(x / 1.7, color="0.8", linewidth=0.6, zorder=1)
    for number, (d, part) in enumerate(inits.groupby("d")):
        y = part.groupby("seed")["limit"].max().median()
        centre = x * 1.35 ** (number - 1)  # side by side, since they coincide
        ax.plot([centre / 1.15, centre * 1.15], [y, y], color=hue.colours[d], solid_capstyle="butt")
        plot.sheet_of(ax).record(ax, hue.names[d], "theory", x=[np.inf], y=[y], of="infinite n")
    place: dict[str, Any] = {"xycoords": ax.get_xaxis_transform(), "textcoords": "offset points"}
    ax.annotate(r"$\infty$", (x, 0), (0, 3), ha="center", **place)


def _risks(ax: Axes, picked: pd.DataFrame, hue: plot.Hue) -> None:
    predicted = plot.estimates(picked, "predicted", ["d", "n"], "median")
    lines(ax, predicted, "n", hue, name="$R(|m|)$ of the same runs", predicted=True)
    plot.runs(ax, picked, "n", "refit", hue)
    plot.simulation(ax, plot.medians(picked, "refit", ["d", "n"]), "n", hue)
