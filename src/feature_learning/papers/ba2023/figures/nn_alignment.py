"""Alignment of neurons with the spike after one step."""

import numpy as np
import pandas as pd

from feature_learning import plotting as plot
from feature_learning.papers.ba2023.panels import degrees, gamma_axis
from feature_learning.plotting import Sheet, Tables

_ORDERS = {"he1": 1, "he2": 2, "he3": 3}
_LIMITS = {2: "1/2", 3: "2/3"}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the alignment for each k at the largest d."""
    (ax,) = figure.panels(height=2.9, width=4.0)
    d, hue = tables.values("alignment", "d")[-1], degrees(_ORDERS.values())
    runs, law = (_ordered(read("alignment", d=d)) for read in (tables.runs, tables.theory))
    plot.theory(ax, law, "gamma", "alignment", hue)
    means = plot.estimates(runs, "alignment", ["degree", "gamma"], within=(0, 1))
    plot.simulation(ax, means, "gamma", hue)
    for k in _LIMITS:
        own = law[law["degree"] == k].sort_values("gamma")
        if own.empty:
            figure.say(**{f"at{k}": None})
            continue
        reach = float(np.interp(1 - 1 / k, own["gamma"], own["alignment"]))
        plot.guide(ax, [1 - 1 / k] * 2, [0, reach], _LIMITS[k], at=0.0)
        figure.say(**{f"at{k}": reach})
    gamma_axis(ax, -0.4)
    ax.set(title=f"$d = {d}$", ylabel=r"mean $\cos^2(w_i, \mu)$", ylim=(-0.02, 1.03))
    plot.residual(ax, means, law, "gamma", "alignment", hue, relative=False)
    figure.say(least=float(means["gamma"].min()), d=d)


def _ordered(frame: pd.DataFrame) -> pd.DataFrame:
    """Number the links that are shown by their degree, and drop the others."""
    return frame[frame["link"].isin(list(_ORDERS))].assign(degree=frame["link"].map(_ORDERS))
