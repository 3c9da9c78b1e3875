"""Excess risk against the overlap, for every seed's best run."""

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.papers.bietti2022.experiments.landscape import overlaps
from feature_learning.papers.bietti2022.shared.panels import exponents
from feature_learning.papers.bietti2022.shared.thresholds import best
from feature_learning.plotting.lines import logarithmic
from feature_learning.plotting.marks import runs as dots
from feature_learning.plotting.marks import theory
from feature_learning.plotting.sheet import Sheet

_LEAST_RIDGE = 1e-9


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the runs from n = 1000 on, and the median of R(m) over random neurons with its quartiles."""
    (ax,) = figure.panels(height=2.5)
    runs, drawn = tables.runs("learning_curves"), tables.runs("landscape", ridge=_LEAST_RIDGE)
    hue = exponents(runs)
    m = overlaps(int(drawn["points"].iloc[0]))
    inner = (m >= 0) & (m < 1)
    for s, own in hue.split(drawn):
        low, half, high = np.quantile(np.stack(list(own["loss"])), [0.25, 0.5, 0.75], axis=0)[:, inner]
        curve = pd.DataFrame({"s": s, "distance": 1 - m[inner], "risk": half})
        ax.fill_between(curve["distance"], low, high, color=hue.colours[s], alpha=0.2, linewidth=0)
        theory(ax, curve, "distance", "risk", hue)
    chosen = best(runs[runs["n"] >= 1000])
    chosen = chosen.assign(distance=1 - chosen["overlap"])
    dots(ax, chosen, "distance", "refit", hue, alpha=0.6)
    logarithmic(ax, "y")
    logarithmic(ax, "x", [1e-4, 1e-3, 1e-2, 1e-1, 1.0])
    ax.set(xlabel=r"distance from the pole $1-|m|$", ylabel="excess risk after the refit", xlim=(1.3, 0.7 * chosen["distance"].min()))
