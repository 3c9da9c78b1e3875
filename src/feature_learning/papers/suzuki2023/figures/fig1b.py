"""Thresholds of the network and of the kernel for two and three coordinates."""

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.papers.suzuki2023.curves import draw_needed, needed, slope
from feature_learning.papers.suzuki2023.thresholds import kernel, network, slopes
from feature_learning.plotting.sheet import Sheet


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw a panel for each k, with the mean exponents over runs in its title."""
    for ax, k in figure.facets([2, 3], "$k = {}$"):
        fitted = [np.nanmean(slopes(found(tables, k, 0.0))) for found in (network, kernel)]
        ax.set_title(f"$k = {k}$: slopes {fitted[0]:.1f} and {fitted[1]:.1f}")
        rows = needed(tables, k, 0.0)
        draw_needed(ax, rows)
        ax.set_ylabel("samples to accuracy 0.8")
        slope(ax, rows[rows["learner"] == "kernel"], k, 1.6)
        slope(ax, rows[rows["learner"] == "network"], 1.0, 0.4)
