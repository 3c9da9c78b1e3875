"""The orthogonal part against time, by dimension and by width."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw simulation and prediction, with one curve per dimension and one per width."""
    by_dimension, by_width = figure.panels(1, 2, sharey=True)
    by_dimension.set_title("the rate does not depend on $d$")
    dimensions = plot.ordered("d", tables.values("perp_time", "d"), "$d = {}$")
    _curves(by_dimension, tables.runs("perp_time"), dimensions)
    by_width.set_title("nor on the width $m$")
    widths = plot.ordered(
        "width", tables.values("perp_width", "width"), "$m = {}$", palette="flare"
    )
    _curves(by_width, tables.runs("perp_width"), widths)


def _curves(ax: Axes, runs: pd.DataFrame, hue: plot.Hue) -> None:
    later = runs[runs["t_over_d"] > 0]
    by = [hue.column, "t_over_d"]
    plot.theory(ax, plot.estimates(later, "predicted", by, "log"), "t_over_d", "estimate", hue)
    plot.simulation(ax, plot.estimates(later, "perp", by, "log"), "t_over_d", hue)
    times = np.array([20.0, float(runs["t_over_d"].max())])
    plot.guide(ax, times, 0.55 / np.sqrt(times), "slope $-1/2$", at=0)
    plot.logarithmic(ax)
    ax.margins(x=0.08)
    ax.set(xlabel="steps per dimension $t/d$", ylabel=r"$\|W_\perp\|_F/\sqrt{m}$")
