"""The generalisation gap."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the gap by width in one dimension, by dimension at one width, and by the number of
    directions.
    """
    by_k, by_width, by_dimension = figure.hero(2, height=3.2)
    runs = tables.runs("gap")
    d, widths = runs["d"].min(), tables.values("gap", "width")
    m = widths[len(widths) // 2]
    by_width.set_title(f"By width, $d = {d}$")
    _gaps(
        by_width, runs[runs["d"] == d], plot.ordered("width", widths, "$m = {}$", palette="flare")
    )
    by_dimension.set_title(f"By dimension, $m = {m}$")
    _gaps(by_dimension, runs[runs["width"] == m], plot.ordered("d", runs["d"], "$d = {}$"))
    for ax in (by_width, by_dimension):
        plot.logarithmic(ax, "x", ticks=tables.values("gap", "t_over_d"))
        ax.set_xlabel("samples per dimension $T/d$")
    _directions(by_k, tables)
    for ax in (by_dimension, by_width):
        ax.sharey(by_k)
    for ax in (by_width, by_dimension, by_k):
        plot.logarithmic(ax, "y")
        ax.margins(x=0.12)
        ax.set_ylabel("generalisation gap")


def _gaps(ax: Axes, runs: pd.DataFrame, hue: plot.Hue) -> None:
    gaps = _shown(runs, [hue.column, "t_over_d"])
    plot.simulation(ax, gaps, "t_over_d", hue)
    ratios = np.sort(gaps["t_over_d"].unique())
    first = gaps[gaps["t_over_d"] == ratios[0]]["estimate"].min() if len(ratios) else 1.0
    plot.guide(ax, ratios, 0.4 * first * ratios[0] / ratios, "slope $-1$", at=None)
    plot.guide(ax, ratios, np.sqrt(1 / ratios), r"$\sqrt{d/T}$", at=None)


def _directions(ax: Axes, tables: Tables) -> None:
    """Draw the gap of the even target against k d/T, and that of the sum of tanh."""
    runs, single = tables.runs("subspace_k"), tables.runs("gap_k", link="tanh")
    runs = runs[runs["d"] == runs["d"].min()]
    hue = plot.ordered("k", runs["k"], "$k = {}$", palette="flare")
    gaps = _shown(runs.assign(load=runs["k"] / runs["t_over_d"]), ["k", "load"])
    plot.simulation(ax, gaps, "load", hue)
    table = _shown(single.assign(load=single["k"] / single["t_over_d"]), ["k", "load"])
    label = r"sum of $\tanh$, learned through one direction"
    plot.simulation(ax, table, "load", label=label, colour=plot.METHODS["linear"], marker="P")
    loads = np.sort(gaps["load"].unique())
    plot.guide(ax, loads, np.sqrt(loads), r"$\sqrt{kd/T}$", at=None)
    plot.guide(ax, loads, loads, "$kd/T$", at=None)
    plot.logarithmic(ax, "x")
    ax.set(title="By the number of directions", xlabel="$k d/T$")


def _shown(runs: pd.DataFrame, by: list[str]) -> pd.DataFrame:
    """Return estimates for a logarithmic axis: without an interval where it reaches zero, and
    positive ones only.
    """
    gaps = plot.estimates(runs, "gap", by)
    gaps.loc[gaps["low"] <= 0, ["low", "high"]] = [-np.inf, np.inf]
    return gaps[gaps["estimate"] > 0].copy()
