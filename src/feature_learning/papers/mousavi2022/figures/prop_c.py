"""The generalisation gap."""

from dataclasses import replace

import numpy as np
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.mousavi2022.quantities import even, gap_by_size
from feature_learning.plotting import Sheet, Tables


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the gap over d/T for one direction, and the gap against k d/T for several."""
    one, several = figure.panels(1, 2, height=2.6)
    _ratio(one, tables)
    _collapse(several, tables)


def _ratio(ax: Axes, tables: Tables) -> None:
    """Draw the gap over d/T at the largest d and the middle width."""
    d, widths = max(tables.values("gap", "d")), tables.values("gap", "width")
    width = widths[len(widths) // 2]
    runs = tables.runs("gap", d=d, width=width)
    ratios = plot.estimates(
        runs.assign(ratio=runs["gap"] * runs["t_over_d"]), "ratio", ["t_over_d"]
    )
    plot.simulation(ax, ratios, "t_over_d", label="gap", colour=plot.BLUE, join=True)
    loads = np.geomspace(ratios["t_over_d"].min(), ratios["t_over_d"].max(), 60)
    plot.guide(ax, loads, np.sqrt(loads), "rate of the bound, constant 1", at=1.0)
    plot.level(ax, 1.0, "$d/T$")
    plot.logarithmic(ax, "x", ticks=sorted(runs["t_over_d"].unique()))
    plot.logarithmic(ax, "y")
    ax.set_ylim(0.1, 2.5 * np.sqrt(loads[-1]))
    ax.set(
        title="Gap between test and training error",
        xlabel="samples per dimension $T/d$",
        ylabel="gap over $d/T$",
    )
    least, most = ratios["estimate"].min(), ratios["estimate"].max()
    plot.sheet_of(ax).say(least=least, most=most, d=d, m=width)


def _collapse(ax: Axes, tables: Tables) -> None:
    """Draw the gap against k d/T at the smallest d, by k, with the bound's shape."""
    gaps = even(tables, "gap").at(d="smallest").with_coordinate(ratio="k / t_over_d")
    gaps = replace(gaps, points=gaps.points[["k", "ratio"]])
    # A mean, or its interval, may reach below zero, which the axis does not have.
    means, least = gaps.table(), tables.runs("subspace_k")["gap"].abs().min()
    below = np.isfinite(means["low"]) & (means["low"] <= 0)
    means = means.assign(low=means["low"].mask(below, means["estimate"].clip(upper=least)))
    means = means[means["estimate"] > 0]
    plot.simulation(ax, means, "ratio", plot.ordered("k", means["k"], "$k = {}$"), join=True)
    loads = np.geomspace(gaps.points["ratio"].min(), gaps.points["ratio"].max(), 60)
    plot.guide(ax, loads, np.sqrt(loads), r"$\sqrt{kd/T}$", at=0.4)
    plot.guide(ax, loads, loads, "$kd/T$", at=0.4)
    plot.logarithmic(ax)
    ax.set(title="All $k$ directions to be learned", xlabel="$kd/T$", ylabel="gap")
    common = gap_by_size(tables, "d").points["t_over_d"].max()
    plot.sheet_of(ax).say(common=float(common), d_even=int(tables.values("subspace_k", "d")[0]))
