"""Distribution functions of five numbers by both methods."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.reduction.experiments.law import NUMBERS
from feature_learning.papers.reduction.shared.comparison import method_distances
from feature_learning.plotting import Sheet, Tables

_TITLES = (
    "mean cosine along the line",
    "cosine across it",
    "mean norm of weights",
    "cosine of two neurons",
    "neuron 1 across the line",
)
_SHARES = np.linspace(0, 1, 201)
_STYLES = {"direct": (3.0, 0.35), "reduced": (0.8, 1.0)}
_RARE = 1.95  # exceeded once in a thousand cases


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw one panel per number, and the distances between the methods."""
    runs = tables.runs("law")
    hue = plot.ordered("d", runs["d"], "$d = {}$")
    *panels, last = figure.panels(2, 3, height=1.6)
    for ax, name, title in zip(panels, NUMBERS, _TITLES, strict=True):
        _functions(ax, figure, runs, name, hue)
        ax.set(title=title, xlabel="value", ylabel="share of runs")
    distances = method_distances(runs).rename("distance").rename_axis(["d", "number"]).reset_index()
    plot.runs(last, distances.assign(place=distances["d"]), "place", "distance", hue, alpha=0.9)
    plot.level(last, _RARE, "1 in 1000")
    plot.logarithmic(last, "x", ticks=tables.values("law", "d"))
    last.set(title="none is beyond chance", xlabel="dimension $d$")
    last.set_ylabel(r"KS distance $\times \sqrt{R/2}$")
    last.set_ylim(bottom=0)


def _functions(ax: Axes, figure: Sheet, runs: pd.DataFrame, name: str, hue: plot.Hue) -> None:
    for d, label in hue.names.items():
        colour = hue.colours[d]
        for method, (width, alpha) in _STYLES.items():
            of_method = runs[(runs["d"] == d) & (runs["method"] == method)]
            quantiles = np.quantile(of_method[name].to_numpy(), _SHARES)
            width *= figure.target.type
            ax.plot(quantiles, _SHARES, color=colour, linewidth=width, alpha=alpha)
            figure.record(ax, label, "simulation", x=quantiles, y=_SHARES)
        figure.name(plot.Entry(ax, label, "theory", colour))
