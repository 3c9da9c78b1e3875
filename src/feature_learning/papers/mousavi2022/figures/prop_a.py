"""The orthogonal part against time, by dimension and by width."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw simulation and prediction, with one curve per dimension and one per width."""
    by_dimension, by_width = figure.hero(1, share=0.58, height=3.0)
    by_dimension.set_title("By dimension")
    dimensions = plot.ordered("d", tables.values("perp_time", "d"), "$d = {}$")
    _curves(by_dimension, tables.runs("perp_time"), dimensions)
    by_width.set_title("By width")
    widths = plot.ordered(
        "width", tables.values("perp_width", "width"), "$m = {}$", palette="flare"
    )
    _curves(by_width, tables.runs("perp_width"), widths)
    for name in ("xlim", "ylim"):
        ends = [getattr(ax, f"get_{name}")() for ax in (by_dimension, by_width)]
        reach = min(low for low, _ in ends), max(high for _, high in ends)
        for ax in (by_dimension, by_width):
            ax.set(**{name: reach})


def _curves(ax: Axes, runs: pd.DataFrame, hue: plot.Hue) -> None:
    later = runs[runs["t_over_d"] > 0]
    by = [hue.column, "t_over_d"]
    predicted = plot.estimates(later, "predicted", by, "log")
    found = plot.estimates(later, "perp", by, "log")
    plot.theory(ax, predicted, "t_over_d", "estimate", hue)
    plot.simulation(ax, found, "t_over_d", hue)
    times = np.array([20.0, float(runs["t_over_d"].max())])
    plot.guide(ax, times, 0.55 / np.sqrt(times), "slope $-1/2$", at=0)
    plot.logarithmic(ax)
    ax.set(xlabel="steps per dimension $t/d$", ylabel=r"$\|W_\perp\|_F/\sqrt{m}$")
    plot.residual(ax, found, predicted, "t_over_d", "estimate", hue)
    gaps = found.set_index(by)["estimate"] / predicted.set_index(by)["estimate"] - 1
    plot.sheet_of(ax).say(**{f"low_{hue.column}": gaps.min(), f"high_{hue.column}": gaps.max()})
