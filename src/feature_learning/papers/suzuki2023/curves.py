"""Curves that several figures draw."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning.plotting.overlay import DASHES, estimates, theory
from feature_learning.statistics.intervals import mean


def threshold_curve(ax: Axes, found: pd.DataFrame, *, label: str, series: int) -> None:
    """Draw mean thresholds over runs, with intervals, against the dimension; a dimension where no run learns has no marker."""
    found = found.dropna(axis=1, how="all")
    estimates(ax, list(map(float, found.columns)), [mean(found[d].to_numpy()) for d in found], label=label, series=series, joined=True)


def guide(ax: Axes, x: np.ndarray, y: np.ndarray, *, label: str, dash: int = 0, grey: bool = False) -> None:
    """Draw a predicted curve (black), or one that only guides the eye (grey)."""
    if grey:
        ax.plot(x, y, color="0.55", linewidth=0.9, linestyle=DASHES[dash], label=label, zorder=1)
    else:
        theory(ax, pd.DataFrame({"x": x, "y": y}), "x", "y", label=label, dash=dash)
