"""The distance of recovered runs from the direction over the predicted one, and the theorem's."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.bietti2022.shared.model import RECOVERED
from feature_learning.papers.bietti2022.shared.panels import dimension_hue
from feature_learning.plotting import Sheet, Tables

_LEAST = 300  # samples from which on the rate has set in
_FEW = 4.0  # samples per dimension from which on runs are shown


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw medians of 1 - |m| of recovered runs over V (d - 1)/n of their own neurons against
    n/d^3, and the theorem's order in these units.
    """
    runs = tables.runs("learning_curves")
    hue = dimension_hue(runs)
    runs = runs[(runs["overlap"] > RECOVERED) & (runs["s"] < 3)]
    runs = runs[runs["n"] >= _FEW * (runs["d"] - 1)]
    law = runs["constant"] * (runs["d"] - 1) / runs["n"]
    runs = runs.assign(
        ratio=(1 - runs["overlap"]) / law, scaled=runs["n"] / runs["d"].astype(float) ** 3
    )
    found = []
    for ax, s in figure.facets(sorted(runs["s"].unique()), "$s = {}$", height=2.5, sharex=True):
        part = runs[runs["s"] == s]
        of_seeds = part.groupby(["d", "n", "scaled", "seed"])["ratio"].median().reset_index()
        medians = plot.estimates(of_seeds, "ratio", ["d", "n", "scaled"], "median")
        plot.simulation(ax, medians, "scaled", hue)
        plot.level(ax, 1.0, "$V (d-1)/n$", colour=plot.PREDICTION)
        x = np.geomspace(runs["scaled"].min(), runs["scaled"].max(), 60)
        constant = part["constant"].median()
        plot.guide(ax, x, np.maximum(1.0, 1 / x) / constant, "theorem", at=0.25)
        plot.logarithmic(ax)
        ax.set(xlabel="samples $n/d^3$", ylabel="distance over $V (d-1)/n$")
        figure.say(**{f"constant_{s}": constant})
        found.append(medians)
        _name(ax, hue)
    figure.entries = []  # named in each panel
    _say(figure, pd.concat(found))


def _name(ax: Axes, hue: plot.Hue) -> None:
    """Write the dimensions at the top right, where nothing is drawn."""
    for number, (d, name) in enumerate(hue.names.items()):
        ax.annotate(
            name,
            (1, 1),
            (-2, -1 - 1.25 * plot.sheet_of(ax).target.smallest * number),
            xycoords="axes fraction",
            textcoords="offset points",
            color=plot.written(hue.colours[d]),
            ha="right",
            va="top",
        )


def _say(figure: Sheet, medians: pd.DataFrame) -> None:
    """Say how far the ratios are from one, and how many intervals leave it out."""
    late = medians["n"] >= _LEAST
    bounded = medians[late & np.isfinite(medians["high"])]
    outside = int((plot.excludes(bounded, 1)).sum())
    figure.say(level=RECOVERED, least=_LEAST, outside=outside, all=len(bounded))
    for name, part in (("late", medians[late]), ("early", medians[~late])):
        low, high = part["estimate"].min(), part["estimate"].max()
        figure.say(**{f"{name}_low": low, f"{name}_high": high})
