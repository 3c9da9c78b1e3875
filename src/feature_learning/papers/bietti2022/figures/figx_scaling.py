"""The sample size at which the direction is found, against d, and the share of inits that find
it.
"""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.bietti2022.shared.panels import dimension_hue, exponent_hue
from feature_learning.papers.bietti2022.shared.thresholds import recovered, thresholds
from feature_learning.plotting import Sheet, Tables

_SLOPES = {"$d^2$": 2.0, "$d^{5/2}$": 2.5, "$d^3$": 3.0}
_POWERS = {1: "$n/d$", 2: "$n/d$", 3: "$n/d^2$"}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw thresholds with the theorem's exponents, and for each s the shares of single inits over
    the scaled n.
    """
    sizes, *panels = figure.panels(2, 2)
    runs = tables.runs("learning_curves")
    _sizes(sizes, runs)
    runs = runs.assign(scaled=runs["n"] / runs["d"] ** np.maximum(1, runs["s"] - 1))
    shares, hue = recovered(runs, "s", "d", "scaled"), dimension_hue(runs)
    for ax, s in zip(panels, sorted(runs["s"].unique()), strict=False):  # smoke has fewer s
        means = plot.estimates(shares[shares["s"] == s], "recovered", ["d", "scaled"], "logit")
        plot.simulation(ax, means, "scaled", hue, join=True)
        plot.logarithmic(ax, "x")
        ax.set(
            title=f"single inits that recover, $s = {s}$",
            xlabel=f"scaled samples {_POWERS[s]}",
            ylabel="share",
            ylim=(-0.05, 1.05),
        )


def _sizes(ax: Axes, runs: pd.DataFrame) -> None:
    halves = thresholds(runs)
    medians = plot.estimates(halves, "half", ["s", "d"], "median")
    plot.simulation(ax, medians, "d", exponent_hue(runs), join=True, ends=True)
    first, last = runs["d"].min(), runs["d"].max()
    start = 8 * halves[halves["s"] == halves["s"].max()]["half"].median()
    for number, (name, power) in enumerate(_SLOPES.items()):
        d = first * (last / first) ** (np.array([0.0, 0.22]) + number / 3)
        plot.guide(ax, d, start * (d / d[0]) ** power, name, at=1.0)
    plot.logarithmic(ax)
    ax.margins(y=0.12)
    ax.set(
        title="where the best of eight inits recovers",
        xlabel="dimension $d$",
        ylabel="samples $n$",
        xticks=sorted(runs["d"].unique()),
    )
