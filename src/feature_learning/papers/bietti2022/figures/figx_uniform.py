"""How close empirical losses and gradients are to the population's, uniformly over directions."""

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.papers.bietti2022.shared.panels import exponents
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.lines import guide, logarithmic
from feature_learning.plotting.marks import simulation
from feature_learning.plotting.sheet import Sheet

_PANELS = {"distance": "losses", "gradient": "gradients on the sphere"}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the largest distances of losses and of gradients against n."""
    runs = tables.runs("concentration")
    hue, n = exponents(runs), np.array(sorted(runs["n"].unique()), dtype=float)
    for ax, value in figure.facets(list(_PANELS), _PANELS.__getitem__, height=2.1, sharey=False):
        found = estimates(runs, value, ["s", "n"], "log")
        simulation(ax, found, "n", hue, join=True)
        top = 1.7 * found[found["n"] == n[0]]["estimate"].max()
        guide(ax, n[1:], top * (n[1:] / n[0]) ** -0.5, "slope $-1/2$", at=None)
        logarithmic(ax)
        ax.set(xlabel="samples $n$", ylabel="largest distance")
