"""Excess risk against the overlap, for every seed's best run."""

import numpy as np
import pandas as pd

from feature_learning import plotting as plot
from feature_learning.papers.bietti2022.experiments.landscape import overlaps
from feature_learning.papers.bietti2022.shared.panels import exponent_hue
from feature_learning.papers.bietti2022.shared.thresholds import best
from feature_learning.plotting import Sheet, Tables

_LEAST_RIDGE = 1e-9
_SHADE = "0.88"  # of the quartiles, which are alike for all s where they can be seen


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the runs from n = 1000 on, the median of R(m) over random neurons with its quartiles,
    and the runs over the R(m) of their own neurons.
    """
    figure.name_in_each()
    ax, ratios = figure.panels(1, 2, height=2.6, sharex=True)
    runs = tables.runs("learning_curves")
    hue, m = exponent_hue(runs), overlaps(tables.value("landscape", "points"))
    inner = (m >= 0) & (m < 1)
    for s, networks in hue.split(tables.runs("landscape", ridge=_LEAST_RIDGE)):
        losses = np.stack(list(networks["loss"]))[:, inner]
        low, half, high = np.quantile(losses, [0.25, 0.5, 0.75], axis=0)
        curve = pd.DataFrame({"s": s, "distance": 1 - m[inner], "risk": half})
        ax.fill_between(curve["distance"], low, high, color=_SHADE, linewidth=0, zorder=0.5)
        plot.theory(ax, curve, "distance", "risk", hue, kinks=True)
    picked = best(runs[runs["n"] >= 1000])
    picked = picked.assign(distance=1 - picked["overlap"])
    plot.runs(ax, picked, "distance", "refit", hue, alpha=0.6)
    picked = picked.assign(over=picked["refit"] / picked["predicted"])
    plot.runs(ratios, picked, "distance", "over", hue, alpha=0.6)
    plot.level(ratios, 1.0, "")
    figure.entries = [entry for entry in figure.entries if entry.ax is ax]
    over = picked["over"]
    figure.say(least=float(over.min()), most=float(over.max()), middle=float(over.median()))
    plot.logarithmic(ax, "y")
    for each in (ax, ratios):
        plot.logarithmic(each, "x", [1e-4, 1e-3, 1e-2, 1e-1, 1.0])
        each.set(xlabel=r"distance $1-|m|$ (closer to the pole $\rightarrow$)")
    ax.set(title="Every run, and the median of $R$", ylabel="excess risk after the refit")
    ax.set_xlim(1.3, 0.7 * picked["distance"].min())
    ratios.set(title="Over $R$ of the run's own neurons", ylabel="excess risk over its $R(|m|)$")
