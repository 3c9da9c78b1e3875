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
    "t_over_d": ("samples $T$", -0.5),
    "width": ("width $m$", 0.0),
    "d": ("$d$ at fixed $T/d$", 0.0),
}
"""By row of the exponents what it is called, and the exponent of the bound in it."""


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the gap over k d/T, and its exponents in every size."""
    ratio, exponents = figure.hero(1, share=0.46, height=2.6)
    _ratio(ratio, tables)
    _exponents(exponents, tables)


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


def _exponents(ax: Axes, tables: Tables) -> None:
    """Draw the exponents of the gap in every size, with those of the bound."""
    runs = tables.runs("gap")
    narrow = runs[runs["width"] < runs["wide"]]
    count = runs.groupby("t_over_d")["gap"].transform("size")
    common = runs[count == count.max()]
    common = common[common["t_over_d"] == common["t_over_d"].max()]
    curves = {"t_over_d": narrow if len(narrow) else runs, "width": common, "d": common}
    found = {x: _exponent(part, x) for x, part in curves.items() if len({*part[x]}) > 1}
    names = {x: _ROWS[x][0] for x in found}
    rows = plot.points(list(found.values()), int(runs["seed"].nunique()), "exponent", row=[*found])
    bound = {x: _ROWS[x][1] for x in found}
    plot.forest(ax, rows, "row", names, predicted=bound, prediction="bound")
    for place, fit in enumerate(found.values()):
        plot.sheet_of(ax).edge_label(ax, place, plot.measured(fit), plot.BLUE)
    power = found["t_over_d"].estimate if "t_over_d" in found else np.nan
    plot.sheet_of(ax).say(of_samples=power, late=_LATE)
    plot.sheet_of(ax).say(common=float(common["t_over_d"].iloc[0]))
    for name, of_k in (("all", even_runs(tables)), ("one", tables.runs("gap_k"))):
        of_k = of_k[of_k["d"] == of_k["d"].min()]
        times = of_k["t_over_d"]
        late = of_k[times == times[times <= _LATE].max()]
        fit = _exponent(late, "k") if len({*late["k"]}) > 1 else Interval.unbounded(np.nan)
        plot.sheet_of(ax).say(**{f"{name}_learned": plot.measured(fit)})
    ax.margins(x=0.1)
    ax.set(title="Exponents", xlabel="exponent of the gap")


def _exponent(runs: pd.DataFrame, x: str) -> Interval:
    """Return the exponent of the mean gap in a size, a mean over all others."""
    means = runs.groupby(["seed", x])["gap"].mean().reset_index()
    curves = by_seed(means, "gap", x)
    sizes = curves.columns.to_numpy(dtype=float)
    return fitted(curves.to_numpy(), lambda mean: loglog_slope(sizes, mean))
