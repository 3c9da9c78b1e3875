"""The generalisation gap."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_LINKS = {"tanh": ("network", "tanh", "osD"), "relu": ("linear", "ReLU", "^vP")}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the gap by width in one dimension, by dimension at one width, and by the number of
    directions.
    """
    by_width, by_dimension, by_k = figure.panels(1, 3)
    runs = tables.runs("gap")
    d, widths = runs["d"].min(), tables.values("gap", "width")
    m = widths[len(widths) // 2]
    by_width.set_title(f"any width ($d = {d}$)")
    _gaps(
        by_width, runs[runs["d"] == d], plot.ordered("width", widths, "$m = {}$", palette="flare")
    )
    by_dimension.set_title(f"any $d$ ($m = {m}$)")
    _gaps(by_dimension, runs[runs["width"] == m], plot.ordered("d", runs["d"], "$d = {}$"))
    for ax in (by_width, by_dimension):
        plot.logarithmic(ax, "x", ticks=tables.values("gap", "t_over_d"))
        ax.set_xlabel("samples per dimension $T/d$")
    _directions(by_k, tables.runs("gap_k"))
    by_dimension.sharey(by_width)
    for ax in (by_width, by_dimension, by_k):
        plot.logarithmic(ax, "y")
        ax.margins(x=0.12)
        ax.set_ylabel("generalisation gap")
    by_dimension.tick_params(labelleft=False)


def _gaps(ax: Axes, runs: pd.DataFrame, hue: plot.Hue) -> None:
    gaps = _shown(runs, [hue.column, "t_over_d"])
    plot.simulation(ax, gaps, "t_over_d", hue)
    ratios = np.sort(gaps["t_over_d"].unique())
    first = gaps[gaps["t_over_d"] == ratios[0]]["estimate"].min() if len(ratios) else 1.0
    plot.guide(ax, ratios, 0.4 * first * ratios[0] / ratios, "slope $-1$", at=None)
    plot.guide(ax, ratios, np.sqrt(1 / ratios), r"$\sqrt{d/T}$", at=None)


def _directions(ax: Axes, runs: pd.DataFrame) -> None:
    times = sorted(runs["t_over_d"].unique())
    colours, names, markers = {}, {}, {}
    for link, (palette, name, shapes) in _LINKS.items():
        shades = plot.ordered("t_over_d", times, palette=palette).colours
        for number, time in enumerate(times):
            colours[link, time] = shades[time]
            names[link, time] = f"{name}, $T/d = {time:g}$"
            markers[link, time] = shapes[number % 3]
    gaps = _shown(runs, ["link", "t_over_d", "k"])
    gaps["series"] = list(zip(gaps["link"], gaps["t_over_d"], strict=True))
    plot.simulation(ax, gaps, "k", plot.Hue("series", colours, names, markers))
    counts = np.sort(runs["k"].unique())
    slope = 2 * gaps["estimate"].max() * np.sqrt(counts / counts[-1])
    plot.guide(ax, counts, slope, r"slope $1/2$", at=None)
    plot.logarithmic(ax, "x", ticks=counts)
    ax.set(title=r"slower than $\sqrt{k}$", xlabel="directions $k$")


def _shown(runs: pd.DataFrame, by: list[str]) -> pd.DataFrame:
    """Return estimates for a logarithmic axis: without an interval where it reaches zero, and
    positive ones only.
    """
    gaps = plot.estimates(runs, "gap", by)
    gaps.loc[gaps["low"] <= 0, ["low", "high"]] = [-np.inf, np.inf]
    return gaps[gaps["estimate"] > 0].copy()
