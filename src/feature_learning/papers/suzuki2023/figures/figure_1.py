"""The paper's figure 1: test accuracy over dimension and sample size, with a line n ~ d."""

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.suzuki2023.shared.thresholds import LEVEL, Curves, heat_curves
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import by_run, loglog_slope

_FITTED_FROM = 16  # the smallest dimension of the exponent
_ACCURACY, _LINE, _BEYOND = "test accuracy", r"$n \sim d$", "none run above"
_RED = "#e00000"
_PALETTE = "mako"


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the map on linear axes, and the line through accuracy 0.8."""
    (ax,) = figure.panels(height=2.8)
    horizon = tables.values("heatmap", "horizon")[-1]
    runs = by_run(tables.runs("heatmap", horizon=horizon))
    means = plot.estimates(runs, "accuracy", ["d", "n"], "linear")
    limits = (0.5, 1.0)
    plot.heat(ax, means, "d", "n", label=_ACCURACY, palette=_PALETTE, limits=limits)
    ends = [float(axis.max()) for axis in (means["d"], means["n"])]
    ax.set(xlim=(float(means["d"].min()), ends[0]), ylim=(float(means["n"].min()), ends[1]))
    ax.set(xlabel="dimension $d$", ylabel="samples $n$")
    curves = heat_curves(tables)
    constant = np.exp(curves.interval(Curves.constant).estimate)
    _line(ax, ends[0], constant, _LINE, _RED)
    most = float(tables.value("heatmap", "most"))
    ax.set_facecolor(mpl.colormaps[_PALETTE](1.0))
    _line(ax, ends[0], most, _BEYOND, "0.35", dashes=":")
    figure.key(ax, "upper left")
    _say(tables, figure, means, constant, most)


def _line(ax: Axes, last: float, ratio: float, name: str, colour: str, dashes: str = "-") -> None:
    """Draw a multiple of d from the origin."""
    ends = np.array([0.0, last])
    width = mpl.rcParams["lines.linewidth"]
    ax.plot(ends, ratio * ends, color=colour, linestyle=dashes, linewidth=width, zorder=3)
    sheet = plot.sheet_of(ax)
    sheet.record(ax, name, "guide", x=ends, y=ratio * ends)
    sheet.name(plot.Entry(ax, name, "theory", colour, dashes=dashes))


def _say(tables: Tables, figure: Sheet, means: pd.DataFrame, constant: float, most: float) -> None:
    """Say how the level moves against the line, and what more neurons change."""
    curves, late = heat_curves(tables), heat_curves(tables, low=_FITTED_FROM)
    logs = curves.log_thresholds(curves.runs.mean(axis=0))
    against = np.exp(logs) / (constant * curves.d)
    last = means.sort_values("n").groupby("d").tail(1)
    wide = tables.runs("wide").groupby(["d", "n"])["accuracy"].mean()
    same = means.set_index(["d", "n"])["estimate"].reindex(wide.index)
    found = late.interval(Curves.exponent)
    figure.say(
        level=LEVEL,
        trials=int(means["seeds"].max()),
        horizon=tables.values("heatmap", "horizon")[-1],
        constant=constant,
        exponent=plot.measured(found),
        law=loglog_slope(late.d, late.d * np.log(late.d)) if len(late.d) > 1 else np.nan,
        first=int(curves.d[0]),
        below=float(against[0]),
        largest=int(curves.d[-1]),
        above=float(against[-1]),
        most=most,
        edge=float(last[last["n"] < means["n"].max()]["estimate"].min()),
        neurons=int(tables.value("wide", "width")),
        cells=len(wide),
        least_wide=float((wide - same).min()),
        most_wide=float((wide - same).max()),
    )
