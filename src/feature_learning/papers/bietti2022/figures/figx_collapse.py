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

_NEAR = (1e-4, 1e-3)  # of 1 - |m|, on the grid of R


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the runs from n = 1000 on, and the median of R(m) over random neurons with its
    quartiles.
    """
    (ax,) = figure.panels(height=2.5)
    runs = tables.runs("learning_curves")
    hue, m = exponent_hue(runs), overlaps(tables.value("landscape", "points"))
    inner = (m >= 0) & (m < 1)
    drawn: list[pd.DataFrame] = []
    for s, networks in hue.split(tables.runs("landscape", ridge=_LEAST_RIDGE)):
        losses = np.stack(list(networks["loss"]))[:, inner]
        low, half, high = np.quantile(losses, [0.25, 0.5, 0.75], axis=0)
        curve = pd.DataFrame({"s": s, "distance": 1 - m[inner], "risk": half})
        ax.fill_between(curve["distance"], low, high, color=_SHADE, linewidth=0, zorder=0.5)
        plot.theory(ax, curve, "distance", "risk", hue)
        drawn.append(curve)
    curves = pd.concat(drawn)
    picked = best(runs[runs["n"] >= 1000])
    picked = picked.assign(distance=1 - picked["overlap"])
    plot.runs(ax, picked, "distance", "refit", hue, alpha=0.6)
    figure.say(**_near(picked, curves))
    plot.logarithmic(ax, "y")
    plot.logarithmic(ax, "x", [1e-4, 1e-3, 1e-2, 1e-1, 1.0])
    ax.set(
        xlabel=r"distance $1-|m|$ (closer to the pole $\rightarrow$)",
        ylabel="excess risk after the refit",
        xlim=(1.3, 0.7 * picked["distance"].min()),
    )


def _near(picked: pd.DataFrame, curves: pd.DataFrame) -> dict[str, float]:
    """Return which share of the points near the pole lies below its line, and their median ratio to
    it.
    """
    ratios = []
    for s, own in picked[picked["distance"].between(*_NEAR)].groupby("s"):
        line = curves[curves["s"] == s].sort_values("distance")
        at = np.interp(
            *(np.log(part) for part in (own["distance"], line["distance"], line["risk"]))
        )
        ratios.append(own["refit"] / np.exp(at))
    found = pd.concat(ratios) if ratios else pd.Series(dtype=float)
    return {"below": float((found < 1).mean()), "ratio": float(found.median())}
