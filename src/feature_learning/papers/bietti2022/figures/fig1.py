"""The poster's figure: overlap and excess risk against the sample size."""

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning.core.tables import Tables
from feature_learning.papers.bietti2022.shared.panels import dimensions, lines
from feature_learning.papers.bietti2022.shared.thresholds import best, thresholds
from feature_learning.plotting.estimates import estimates, medians
from feature_learning.plotting.key import Entry
from feature_learning.plotting.lines import level, logarithmic
from feature_learning.plotting.marks import runs as dots
from feature_learning.plotting.marks import simulation
from feature_learning.plotting.palette import Hue
from feature_learning.plotting.sheet import Sheet, sheet_of

_NEUTRAL = "0.35"  # in the key, where all d share a sign
_AT_INFINITY = 3.2  # times the largest n: where the values at infinite n stand


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the overlaps of the best inits in the top row and their risks in the bottom row, one column per s."""
    runs, law = tables.runs("learning_curves"), tables.theory("learning_curves")
    hue, exponents = dimensions(runs), sorted(runs["s"].unique())
    axes = figure.panels(2, len(exponents), height=1.75, sharex=True, sharey="row")
    chosen, half = best(runs), thresholds(runs)
    sizes = [int(n) for n in sorted(runs["n"].unique()) if np.log10(n) % 1 == 0]
    for top, bottom, s in zip(axes, axes[len(exponents) :], exponents, strict=False):
        own, single, predicted = (frame[frame["s"] == s] for frame in (chosen, runs, law))
        top.set_title(f"$s = {s}$")
        _overlaps(top, own, single, hue)
        _marks(top, predicted[predicted["needed"] <= runs["n"].max()], half[half["s"] == s], hue)
        _chance(top, predicted, hue)
        _infinity(top, single, hue, runs["n"].max())
        _risks(bottom, own, hue)
        last = s == exponents[-1]  # where the levels are named, at the right edge
        level(bottom, float(predicted["null"].iloc[0]), "null risk" if last else "")
        level(bottom, float(single["floor"].median()), "floor" if last else "")
        bottom.set_xlabel("samples $n$")
        for ax in (top, bottom):
            logarithmic(ax, "x", sizes)
    logarithmic(axes[-1], "y")
    axes[0].set_xlim(0.65 * runs["n"].min(), 2 * _AT_INFINITY * runs["n"].max())
    axes[0].set(ylabel=r"overlap $|\langle\theta,\theta_*\rangle|$", ylim=(-0.02, 1.06))
    axes[len(exponents)].set(title="the risk follows the overlap", ylabel="excess risk")


def _overlaps(ax: Axes, own: pd.DataFrame, single: pd.DataFrame, hue: Hue) -> None:
    dots(ax, own, "n", "overlap", hue)
    lines(ax, estimates(own, "overlap", ["d", "n"], "median"), "n", hue, name="best of eight inits, median")
    alone = single.groupby(["d", "n"])["overlap"].median().rename("estimate").reset_index()
    lines(ax, alone, "n", hue, name="single inits, median", dashed=True)


def _marks(ax: Axes, law: pd.DataFrame, half: pd.DataFrame, hue: Hue) -> None:
    """Draw triangles on the x axis at the thresholds, and hollow ones at the top at the theorem's sizes."""
    place: dict[str, Any] = {"transform": ax.get_xaxis_transform(), "markersize": 4, "clip_on": False, "zorder": 5}
    for d, colour in hue.colours.items():
        found = half[half["d"] == d]["half"].median()
        ax.plot([found], [0], "^", color=colour, **place)
        sheet_of(ax).record(ax, hue.names[d], "simulation", x=[found], y=[0.9], of="threshold, median")
    sheet_of(ax).name(Entry(ax, "threshold of the best, median", "simulation", _NEUTRAL, "^"))
    sheet_of(ax).name(Entry(ax, "the theorem's sample size", "simulation", _NEUTRAL, "v", hollow=True))
    for d, needed in zip(law["d"], law["needed"], strict=True):
        ax.plot([needed], [1], "v", markerfacecolor="white", markeredgecolor=hue.colours[d], **place)
        sheet_of(ax).record(ax, hue.names[d], "theory", x=[needed], y=[np.nan], of="sample size of the theorem")


def _chance(ax: Axes, law: pd.DataFrame, hue: Hue) -> None:
    """Draw a tick at the left edge at the mean overlap of a random direction."""
    for d, chance in zip(law["d"], law["chance"], strict=True):
        ax.plot([0, 0.035], [chance, chance], color=hue.colours[d], solid_capstyle="butt", transform=ax.get_yaxis_transform())
        sheet_of(ax).record(ax, hue.names[d], "theory", x=[np.nan], y=[chance], of="random direction")


def _infinity(ax: Axes, single: pd.DataFrame, hue: Hue, largest: float) -> None:
    """Draw the median over seeds of the best overlap at infinite n in the right margin."""
    at = _AT_INFINITY * largest
    ax.axvline(at / 1.7, color="0.8", linewidth=0.6, zorder=1)
    for number, (d, own) in enumerate(single.groupby("d")):
        y = own.groupby("seed")["limit"].max().median()
        centre = at * 1.35 ** (number - 1)  # side by side, since they coincide
        ax.plot([centre / 1.15, centre * 1.15], [y, y], color=hue.colours[d], solid_capstyle="butt")
        sheet_of(ax).record(ax, hue.names[d], "theory", x=[np.inf], y=[y], of="infinite n")
    ax.annotate(r"$\infty$", (at, 0), xycoords=ax.get_xaxis_transform(), xytext=(0, 3), textcoords="offset points", ha="center")


def _risks(ax: Axes, own: pd.DataFrame, hue: Hue) -> None:
    lines(ax, estimates(own, "predicted", ["d", "n"], "median"), "n", hue, name="$R(|m|)$ of the same runs", predicted=True)
    dots(ax, own, "n", "refit", hue)
    middle = medians(own, "refit", ["d", "n"])
    simulation(ax, middle, "n", hue)
