"""The orthogonal part against time, by dimension and by width."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning.plotting import (
    Hue,
    Sheet,
    Tables,
    estimates,
    guide,
    logarithmic,
    ordered,
    simulation,
    theory,
)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw simulation and prediction, with one curve per dimension and one per width."""
    by_dimension, by_width = figure.panels(1, 2, sharey=True)
    by_dimension.set_title("the rate does not depend on $d$")
    dimensions = ordered("d", tables.values("perp_time", "d"), "$d = {}$")
    _curves(by_dimension, tables.runs("perp_time"), dimensions)
    by_width.set_title("nor on the width $m$")
    widths = ordered("width", tables.values("perp_width", "width"), "$m = {}$", palette="flare")
    _curves(by_width, tables.runs("perp_width"), widths)


def _curves(ax: Axes, runs: pd.DataFrame, hue: Hue) -> None:
    later = runs[runs["t_over_d"] > 0]
    by = [hue.column, "t_over_d"]
    theory(ax, estimates(later, "predicted", by, "log"), "t_over_d", "estimate", hue)
    simulation(ax, estimates(later, "perp", by, "log"), "t_over_d", hue, nested=True)
    times = np.array([20.0, float(runs["t_over_d"].max())])
    guide(ax, times, 0.55 / np.sqrt(times), "slope $-1/2$", at=0)
    logarithmic(ax)
    ax.margins(x=0.08)
    ax.set(xlabel="steps per dimension $t/d$", ylabel=r"$\|W_\perp\|_F/\sqrt{m}$")
