"""Distribution functions of five numbers by both methods."""

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.papers.reduction.comparison import method_distances
from feature_learning.papers.reduction.law import METHODS, NUMBERS
from feature_learning.plotting.key import Entry
from feature_learning.plotting.palette import BLUE, GREY
from feature_learning.plotting.sheet import Sheet

_LABELS = dict(zip(NUMBERS, ("along the line", "across it", "norm", "two neurons", "first, across"), strict=True))
_SHARES = np.linspace(0, 1, 201)
_STYLES = {"direct": (GREY, 3.0), "reduced": (BLUE, 1.0)}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw one row per dimension and one column per number."""
    runs = tables.runs("law")
    distances = method_distances(runs)
    dimensions = sorted(map(int, runs["d"].unique()))
    axes = iter(figure.panels(len(dimensions), len(NUMBERS), height=1.15, sharey=True))
    for d in dimensions:
        for name, ax in zip(NUMBERS, axes, strict=False):
            own = runs[runs["d"] == d]
            samples = {method: own[own["method"] == method][name].to_numpy() for method in METHODS}
            for method, values in samples.items():
                colour, width = _STYLES[method]
                quantiles = np.quantile(values, _SHARES)
                ax.plot(quantiles, _SHARES, color=colour, linewidth=width * figure.target.type)
                figure.record(ax, method, "simulation", x=quantiles, y=_SHARES)
                figure.name(Entry(ax, method, "theory", colour))
            ax.set_title(f"KS {distances[d, name]:.2f}")
            ax.set_xlabel(_LABELS[name])
            ax.set_ylabel(f"share, $d = {d}$")
