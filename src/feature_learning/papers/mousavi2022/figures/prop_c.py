"""The generalisation gap."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.mousavi2022.shared.even import even_runs
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import by_seed, fitted, loglog_slope
from feature_learning.statistics.intervals import Interval

_LATE = 64  # samples per dimension at which k varies
_ROWS = {
    "t": ("samples $T$", -1.0),
    "width": ("width $m$", 0.0),
    "d": ("$d$ at fixed $T/d$", 0.0),
    "k": ("$k$, all learned", 1.0),
    "one": ("$k$, one learned", 0.0),
}
"""By row of the exponents what it is called, and the exponent of kd/T in it."""


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the gap over k d/T, and its exponents in every size."""
    ratio, exponents = figure.hero(1, share=0.46, height=2.6)
    _ratio(ratio, tables)
    _exponents(exponents, tables)


def _ratio(ax: Axes, tables: Tables) -> None:
    """Draw the gap over k d/T of the even target for each k, and of one direction."""
    runs, even = tables.runs("gap"), even_runs(tables)
    widths = tables.values("gap", "width")
    runs = runs[(runs["d"] == runs["d"].max()) & (runs["width"] == widths[len(widths) // 2])]
    even = even[even["d"] == even["d"].min()]
    hue = plot.ordered("k", even["k"], "$k = {}$", palette="flare")
    ratios = [_over_load(even, ["k"]), _over_load(runs.assign(k=1), ["k"])]
    plot.simulation(ax, ratios[0], "load", hue, join=True)
    plot.simulation(
        ax, ratios[1], "load", label=r"one $\tanh$", colour=plot.BLUE, marker="s", join=True
    )
    every = pd.concat(ratios)
    loads = np.geomspace(every["load"].min(), every["load"].max(), 60)
    plot.guide(ax, loads, np.sqrt(loads), r"bound, $\sqrt{kd/T}$", at=1.0)
    plot.level(ax, 1.0, "$kd/T$")
    plot.logarithmic(ax)
    ax.margins(x=0.08, y=0.1)
    ax.set(
        title="Gap between test and training error",
        xlabel="samples per parameter $T/(kd)$",
        ylabel="gap over $kd/T$",
    )
    plot.sheet_of(ax).say(late=_LATE)
    plot.sheet_of(ax).say(least=every["estimate"].min(), most=every["estimate"].max())


def _over_load(runs: pd.DataFrame, by: list[str]) -> pd.DataFrame:
    """Return estimates of the gap over k d/T for a logarithmic axis: without an interval where it
    reaches zero, and positive ones only.
    """
    load = runs["t_over_d"] / runs["k"]
    gaps = plot.estimates(runs.assign(load=load, gap=runs["gap"] * load), "gap", [*by, "load"])
    gaps.loc[gaps["low"] <= 0, ["low", "high"]] = [-np.inf, np.inf]
    return gaps[gaps["estimate"] > 0].copy()


def _exponents(ax: Axes, tables: Tables) -> None:
    """Draw the exponents of the gap in every size, with those of k d/T."""
    runs, even, one = tables.runs("gap"), even_runs(tables), tables.runs("gap_k")
    even = even[even["d"] == even["d"].min()]
    narrow = runs[runs["width"] < runs["wide"]]
    count = runs.groupby("t_over_d")["gap"].transform("size")
    common = runs[count == count.max()]
    common = common[common["t_over_d"] == common["t_over_d"].max()]
    curves = {
        "t": (narrow if len(narrow) else runs, "t_over_d"),
        "width": (common, "width"),
        "d": (common, "d"),
        "k": (_latest(even), "k"),
        "one": (_latest(one), "k"),
    }
    found = {row: _exponent(part, x) for row, (part, x) in curves.items() if len({*part[x]}) > 1}
    names = {row: _ROWS[row][0] for row in found}
    rows = plot.points(list(found.values()), int(runs["seed"].nunique()), "exponent", row=[*found])
    expected = rows["row"].map({row: _ROWS[row][1] for row in found})
    off = rows.assign(**rows[["estimate", "low", "high"]].sub(expected, axis=0))
    plot.forest(ax, off, "row", names)
    ax.axvline(0, color=plot.GREY, linewidth=0.5, zorder=1.5)
    for place, fit in enumerate(found.values()):
        plot.sheet_of(ax).edge_label(ax, place, plot.measured(fit), plot.BLUE)
    if "t" in found:
        plot.sheet_of(ax).say(of_samples=plot.measured(found["t"]))
    of_k = [
        f"{plot.measured(found[row])} ({_ROWS[row][0]})" for row in ("k", "one") if row in found
    ]
    plot.sheet_of(ax).say(of_k=", ".join(of_k) or "not known")
    ax.set(title="Exponents (numbers)", xlabel="exponent minus that of $kd/T$")
    ax.set_xticks([-0.3, 0, 0.3], ["$-0.3$", "0", "0.3"])


def _latest(runs: pd.DataFrame) -> pd.DataFrame:
    """Return the runs at `_LATE` samples per dimension, or at the largest number below it."""
    times = runs["t_over_d"]
    return runs[times == times[times <= _LATE].max()]


def _exponent(runs: pd.DataFrame, x: str) -> Interval:
    """Return the exponent of the mean gap in a size, a mean over all others."""
    means = runs.groupby(["seed", x])["gap"].mean().reset_index()
    curves = by_seed(means, "gap", x)
    sizes = curves.columns.to_numpy(dtype=float)
    return fitted(curves.to_numpy(), lambda mean: loglog_slope(sizes, mean))
