"""Distribution functions of five numbers by both methods."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning.core.tables import Tables
from feature_learning.papers.reduction.experiments.law import METHODS, NUMBERS
from feature_learning.papers.reduction.shared.comparison import method_distances
from feature_learning.plotting.key import Entry
from feature_learning.plotting.lines import level, logarithmic
from feature_learning.plotting.marks import runs as single
from feature_learning.plotting.palette import Hue, ordered
from feature_learning.plotting.sheet import Sheet

_LABELS = dict(
    zip(
        NUMBERS,
        ("mean cosine along the line", "cosine across it", "mean norm of weights", "cosine of two neurons", "neuron 1 across the line"),
        strict=True,
    )
)
_SHARES = np.linspace(0, 1, 201)
_STYLES = {"direct": (3.0, 0.35), "reduced": (0.8, 1.0)}
_RARE = 1.95  # exceeded once in a thousand cases


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw one panel per number, and the distances between the methods."""
    runs = tables.runs("law")
    hue = ordered("d", map(int, runs["d"].unique()), "$d = {}$")
    *panels, last = figure.panels(2, 3, height=1.6)
    for name, ax in zip(NUMBERS, panels, strict=True):
        _functions(ax, figure, runs, name, hue)
    distances = method_distances(runs).rename("distance").rename_axis(["d", "number"]).reset_index()
    single(last, distances.assign(place=distances["d"]), "place", "distance", hue, alpha=0.9)
    level(last, _RARE, "1 in 1000")
    last.set_title("none is beyond chance")
    logarithmic(last, "x", ticks=sorted(distances["d"].unique()))
    last.set_ylim(bottom=0)
    last.set_xlabel("dimension $d$")
    last.set_ylabel(r"KS distance $\times \sqrt{R/2}$")


def _functions(ax: Axes, figure: Sheet, runs: pd.DataFrame, name: str, hue: Hue) -> None:
    for d, label in hue.names.items():
        own = runs[runs["d"] == d]
        for method in METHODS:
            width, alpha = _STYLES[method]
            quantiles = np.quantile(own[own["method"] == method][name].to_numpy(), _SHARES)
            ax.plot(quantiles, _SHARES, color=hue.colours[d], linewidth=width * figure.target.type, alpha=alpha)
            figure.record(ax, label, "simulation", x=quantiles, y=_SHARES)
        figure.name(Entry(ax, label, "theory", hue.colours[d]))
    ax.set_title(_LABELS[name])
    ax.set_xlabel("value")
    ax.set_ylabel("share of runs")
