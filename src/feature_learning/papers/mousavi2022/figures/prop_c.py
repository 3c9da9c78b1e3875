"""The generalisation gap."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning.plotting import (
    BLUE,
    GREEN,
    Hue,
    Sheet,
    Tables,
    estimates,
    guide,
    logarithmic,
    ordered,
    simulation,
)

_LINKS = {"tanh": (BLUE, "tanh", ("o", "s", "D")), "relu": (GREEN, "ReLU", ("^", "v", "P"))}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the gap by width in one dimension, by dimension at one width, and by the number of
    directions.
    """
    by_width, by_dimension, by_k = figure.panels(1, 3)
    runs = tables.runs("gap")
    d, widths = int(runs["d"].min()), sorted(runs["width"].unique())
    m = int(widths[len(widths) // 2])
    by_width.set_title(f"any width ($d = {d}$)")
    _gaps(by_width, runs[runs["d"] == d], ordered("width", widths, "$m = {}$", palette="flare"))
    by_dimension.set_title(f"any $d$ ($m = {m}$)")
    _gaps(by_dimension, runs[runs["width"] == m], ordered("d", runs["d"], "$d = {}$"))
    for ax in (by_width, by_dimension):
        logarithmic(ax, "x", ticks=sorted(runs["t_over_d"].unique()))
        ax.set_xlabel("samples per dimension $T/d$")
    _directions(by_k, tables.runs("gap_k"))
    by_dimension.sharey(by_width)
    for ax in (by_width, by_dimension, by_k):
        logarithmic(ax, "y")
        ax.margins(x=0.12)
        ax.set_ylabel("generalisation gap")
    by_dimension.tick_params(labelleft=False)


def _gaps(ax: Axes, runs: pd.DataFrame, hue: Hue) -> None:
    found = _shown(runs, [hue.column, "t_over_d"])
    simulation(ax, found, "t_over_d", hue, dodge=2)
    ratios = np.sort(found["t_over_d"].unique())
    first = float(found[found["t_over_d"] == ratios[0]]["estimate"].min()) if len(ratios) else 1.0
    guide(ax, ratios, 0.4 * first * ratios[0] / ratios, "slope $-1$", at=None)
    guide(ax, ratios, np.sqrt(1 / ratios), r"$\sqrt{d/T}$", at=None)


def _directions(ax: Axes, runs: pd.DataFrame) -> None:
    ax.set_title(r"slower than $\sqrt{k}$")
    times = sorted(runs["t_over_d"].unique())
    keys = [(link, time) for link in _LINKS for time in times]
    colours: dict[tuple[str, float], str] = {}
    for link, (colour, _, _) in _LINKS.items():
        shades = ordered(
            "t_over_d", times, palette={BLUE: "network", GREEN: "linear"}[colour]
        ).colours
        colours |= {(link, time): shades[time] for time in times}
    names = {(link, time): f"{_LINKS[link][1]}, $T/d = {time:g}$" for link, time in keys}
    marks = {
        (link, time): _LINKS[link][2][number % 3]
        for link in _LINKS
        for number, time in enumerate(times)
    }
    hue = Hue("series", colours, names, marks)
    found = _shown(runs, ["link", "t_over_d", "k"])
    found["series"] = list(zip(found["link"], found["t_over_d"], strict=True))
    simulation(ax, found, "k", hue, dodge=1.5)
    counts = np.sort(runs["k"].unique()).astype(float)
    largest = float(found["estimate"].max())
    guide(ax, counts, 2 * largest * np.sqrt(counts / counts[-1]), r"slope $1/2$", at=None)
    logarithmic(ax, "x", ticks=sorted(runs["k"].unique()))
    ax.set_xlabel("directions $k$")


def _shown(runs: pd.DataFrame, by: list[str]) -> pd.DataFrame:
    """Return estimates for a logarithmic axis: without an interval where it reaches zero, and
    positive ones only.
    """
    found = estimates(runs, "gap", by)
    found.loc[found["low"] <= 0, ["low", "high"]] = [-np.inf, np.inf]
    return found[found["estimate"] > 0].copy()
