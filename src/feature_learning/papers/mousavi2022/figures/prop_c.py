"""The generalisation gap."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the gap over k d/T by the number of directions, by width and by dimension."""
    by_k, by_width, by_dimension = figure.hero(2, height=3.2)
    runs = tables.runs("gap")
    d, widths = runs["d"].min(), tables.values("gap", "width")
    m = widths[len(widths) // 2]
    hue = plot.ordered("width", widths, "$m = {}$", palette="flare")
    ratios = [_gaps(by_width, runs[runs["d"] == d], hue)]
    by_width.set_title(f"By width, $d = {d}$")
    dimensions = plot.ordered("d", runs["d"], "$d = {}$")
    ratios.append(_gaps(by_dimension, runs[runs["width"] == m], dimensions))
    by_dimension.set_title(f"By dimension, $m = {m}$")
    even = tables.runs("subspace_k")
    even = even[even["d"] == even["d"].min()]
    directions = plot.ordered("k", even["k"], "$k = {}$", palette="flare")
    ratios.append(_gaps(by_k, even, directions))
    _through_one(by_k, tables.runs("gap_k"))
    by_k.set_title("By the number of directions")
    _same_axes((by_k, by_width, by_dimension))
    every = pd.concat(ratios)["estimate"]
    figure.say(least=every.min(), most=every.max())


def _gaps(ax: Axes, runs: pd.DataFrame, hue: plot.Hue) -> pd.DataFrame:
    """Draw the gap times T/(k d), and return it."""
    load = runs.get("k", 1) / runs["t_over_d"]
    ratios = _shown(runs.assign(gap=runs["gap"] / load), [hue.column, "t_over_d"])
    plot.simulation(ax, ratios, "t_over_d", hue, join=True)
    plot.level(ax, 1.0, "$kd/T$", at=0.98)
    return ratios


def _through_one(ax: Axes, runs: pd.DataFrame) -> None:
    """Draw the gap of a sum of tanh at the largest k, which is learned through one direction."""
    runs = runs[runs["k"] == runs["k"].max()]
    ratios = _shown(runs.assign(gap=runs["gap"] * runs["t_over_d"] / runs["k"]), ["t_over_d"])
    label = rf"sum of {runs['k'].max()} $\tanh$"
    colour = plot.METHODS["linear"]
    plot.simulation(ax, ratios, "t_over_d", label=label, colour=colour, marker="P")


def _same_axes(axes: Sequence[Axes]) -> None:
    for ax in axes:
        plot.logarithmic(ax)
        ax.margins(x=0.12, y=0.15)
        ax.set(xlabel="samples per dimension $T/d$", ylabel="gap over $kd/T$")
    for name in "xy":
        ends = [getattr(ax, f"get_{name}lim")() for ax in axes]
        for ax in axes:
            ax.set(**{f"{name}lim": (min(low for low, _ in ends), max(high for _, high in ends))})


def _shown(runs: pd.DataFrame, by: list[str]) -> pd.DataFrame:
    """Return estimates for a logarithmic axis: without an interval where it reaches zero, and
    positive ones only.
    """
    gaps = plot.estimates(runs, "gap", by)
    gaps.loc[gaps["low"] <= 0, ["low", "high"]] = [-np.inf, np.inf]
    return gaps[gaps["estimate"] > 0].copy()
