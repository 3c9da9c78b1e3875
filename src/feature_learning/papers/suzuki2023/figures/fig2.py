"""Samples and times at three sizes of the relevant coordinates."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.suzuki2023.shared.curves import (
    against_dimension,
    draw_needed,
    exponent_alone,
    needed,
    slope,
)
from feature_learning.papers.suzuki2023.shared.thresholds import (
    Curves,
    kernel_curves,
    network_curves,
)
from feature_learning.papers.suzuki2023.shared.times import learning_times
from feature_learning.plotting import Sheet, Tables

_POWERS = {0.0: "d", 0.5: r"\sqrt{d}", 1.0: "1"}
_TIMES = {0.0: "slow", 0.5: "faster", 1.0: "at once, at any $d$"}
_NETWORK = {k: f"network, $k = {k}$" for k in (2, 3)}
_KERNEL = {k: f"best kernel, $k = {k}$" for k in (2, 3)}
_SERIES = plot.ordered("series", _NETWORK.values(), palette="network") + plot.ordered(
    "series", _KERNEL.values(), palette="kernel"
)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the samples that are needed, with their exponents at the right edge, above the times to
    learn.
    """
    panels = figure.panels(2, 3, height=1.75, sharey="row")
    for alpha, samples, times in zip(_POWERS, panels[:3], panels[3:], strict=True):
        _samples(samples, tables, figure, alpha)
        reached = learning_times(tables, alpha=alpha)
        reached = reached.assign(series=reached["k"].map(_NETWORK))
        plot.runs(times, reached[reached["t80"] < np.inf], "d", "t80", _SERIES)
        medians = plot.estimates(reached, "t80", ["series", "d"], "median")
        medians = medians[medians["estimate"] < np.inf]
        plot.simulation(times, medians, "d", _SERIES)
        against_dimension(times, reached["d"])
        times.set(title=rf"$\alpha = {alpha:g}$: {_TIMES[alpha]}", ylabel="time to accuracy 0.8")


def _samples(ax: Axes, tables: Tables, figure: Sheet, alpha: float) -> None:
    curves = {name: network_curves(tables, k, alpha) for k, name in _NETWORK.items()}
    curves |= {name: kernel_curves(tables, k, alpha) for k, name in _KERNEL.items()}
    rows = {series: needed(each, series=series) for series, each in curves.items()}
    draw_needed(ax, pd.concat(rows.values(), ignore_index=True), _SERIES)
    for series, part in sorted(rows.items()):
        if part["reached"].all():
            last, exponent = part["estimate"].iloc[-1], curves[series].interval(Curves.exponent)
            figure.edge_label(ax, last, exponent_alone(exponent), _SERIES.colours[series])
    slope(ax, rows[_NETWORK[3 if alpha else 2]], 1 - alpha, 2.5 if alpha else 0.35)
    ax.set(title=rf"$\alpha = {alpha:g}$: theorem $n \sim {_POWERS[alpha]}$")
