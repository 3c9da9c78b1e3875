"""The axis of features per sample; bars beyond a claim's region."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.core.regions import Accepted

RATIOS = (0.2, 0.5, 1, 2, 4)
"""Labelled values of N/n."""
SPAN = (0.09, 4.6)
"""Of N/n, in the figures of the double descent."""


def features_axis(ax: Axes, ticks: Sequence[float] = RATIOS) -> None:
    """Label the axis of N/n and name its regimes."""
    plot.logarithmic(ax, "x", ticks=ticks)
    plot.regimes(ax, [1.0], ["$N < n$", "$N > n$"])
    ax.set_xlabel("features per sample $N/n$")


def beyond(
    risks: pd.DataFrame, curve: pd.DataFrame, x: str, y: str, axis: str, region: Accepted
) -> str:
    """Say which bars without a ridge go beyond a claim's region, relative to the curve."""
    curve = curve[np.isfinite(curve[y])].sort_values(x)
    known = np.exp(np.interp(risks[x], curve[x], np.log(curve[y])))
    off = risks[["low", "high"]].div(known, axis=0) - 1
    places = risks[x][(off["low"] < region.low) | (off["high"] > region.high)]
    named = ", ".join(f"{place:g}" for place in places)
    if places.empty:
        return "bars, too"
    if len(places) == 1:
        return rf"the bar of $\lambda = 0$ at {axis} {named} goes beyond it"
    return rf"the bars of $\lambda = 0$ at {axis} {named} go beyond it"
