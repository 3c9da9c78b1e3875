"""Curves that several figures draw."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning.plotting.overlay import estimates, theory
from feature_learning.statistics.intervals import mean


def threshold_curve(ax: Axes, found: pd.DataFrame, *, label: str, series: int) -> None:
    """Draw mean thresholds over runs, with intervals, against the dimension; a dimension where no run learns has no marker."""
    found = found.dropna(axis=1, how="all")
    estimates(ax, list(map(float, found.columns)), [mean(found[d].to_numpy()) for d in found], label=label, series=series, joined=True)


def predicted(ax: Axes, x: np.ndarray, y: np.ndarray, *, label: str, dash: int = 0) -> None:
    """Draw a predicted curve that is given by its points, x and y of shape (points,)."""
    theory(ax, pd.DataFrame({"x": x, "y": y}), "x", "y", label=label, dash=dash)
