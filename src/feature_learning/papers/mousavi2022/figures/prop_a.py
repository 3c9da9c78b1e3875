"""The orthogonal part against time, by dimension and by width."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning.core.tables import Tables
from feature_learning.plotting.overlay import guide, letter, simulation, theory
from feature_learning.plotting.sheet import Sheet


def _curves(ax: Axes, runs: pd.DataFrame, over: str, symbol: str) -> None:
    later = runs[runs["t_over_d"] > 0]
    for series, (value, own) in enumerate(later.groupby(over, sort=True)):
        label = f"{symbol} = {value}"
        simulation(ax, own, "t_over_d", "perp", label=label, series=series)
        mean = own.groupby("t_over_d")[["predicted"]].mean().reset_index()
        theory(ax, mean, "t_over_d", "predicted", label=f"prediction, {label}", dash=series)
    times = np.array([20.0, float(runs["t_over_d"].max())])
    guide(ax, times, 0.45 / np.sqrt(times), label="slope -1/2")
    ax.set_xscale("log")
    ax.set_yscale("log")
    ax.set_xlabel("steps per dimension, $t/d$")
    ax.set_ylabel(r"$\|W_\perp\|_F/\sqrt{m}$")
    ax.set_ylim(4e-3, 0.5)
    ax.legend(loc="lower left", ncols=2, columnspacing=0.8)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw simulation and prediction, with one curve per dimension and one per width."""
    by_dimension, by_width = axes = figure.panels(1, 2, height=2.8)
    runs = tables.runs("perp_time")
    by_dimension.set_title(f"dimensions, m = {runs['width'].iloc[0]}")
    _curves(by_dimension, runs, "d", "d")
    runs = tables.runs("perp_width")
    by_width.set_title(f"widths, d = {runs['d'].iloc[0]}")
    _curves(by_width, runs, "width", "m")
    letter(axes)
