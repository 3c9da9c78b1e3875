"""Gaussian equivalence."""

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import PercentFormatter

from feature_learning import plotting as plot
from feature_learning.papers.mei2019.panels import SPAN, features_axis
from feature_learning.papers.mei2019.quantities import gap, learned
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics.quantity import Quantity

_LAM = 1e-3
_CROWDED = (0.4, 0.6, 0.8, 0.95, 1.0, 1.05, 1.25, 2.5)  # of N/n, which have no markers


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw both models' difference, and what the features learn of a quadratic target, against N/n
    for each d.
    """
    panels = figure.hero(1, share=0.57, height=2.5)
    hue = plot.ordered("d", tables.values("double_descent", "d"), "$d = {}$")
    lower = gap(tables).pooled().at(lam=_LAM).negative()
    fraction = learned(tables, "pure-quadratic")
    shown = [
        _against_width(ax, found, hue, ends=not number)
        for number, (ax, found) in enumerate(zip(panels, (lower, fraction), strict=True))
    ]
    plot.level(panels[0], 0.0, "")
    panels[0].set(title="Linear target: ReLU below linear", ylabel="relative difference")
    panels[1].set(title="Quadratic target", ylabel="learned fraction")
    bars = [one[["low", "high"]].to_numpy() for one in shown]
    low = min(float(end[end > -1].min(initial=0.0)) for end in bars)
    high = max(float(end[end < 1].max(initial=0.02)) for end in bars)
    for ax in panels:
        features_axis(ax)
        ax.yaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))
        ax.set(xlim=SPAN, ylim=(1.1 * low, 1.1 * high))
    figure.say(d=int(max(hue.names)), seeds=len(lower.seeds))


def _against_width(ax: Axes, found: Quantity, hue: plot.Hue, *, ends: bool) -> pd.DataFrame:
    """Draw a quantity by d against N/n over its prediction, and return what is drawn of it."""
    assert found.prediction is not None
    law = found.prediction.table()
    plot.theory(ax, law[law["ratio"].between(*SPAN)], "ratio", "estimate", hue)
    shown = found.predicted_by(None).at(ratio=lambda one: one not in _CROWDED).table()
    plot.simulation(ax, shown, "ratio", hue, ends=ends)
    return shown
