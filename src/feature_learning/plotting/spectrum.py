"""Histograms of singular values with the limiting bulk and the predicted outliers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import numpy as np
from matplotlib.axes import Axes

from feature_learning.plotting.overlay import SERIES
from feature_learning.plotting.sheet import Sheet


def spectrum(
    ax: Axes,
    values: np.ndarray,
    *,
    density_at: np.ndarray,
    density: np.ndarray,
    outliers: Sequence[float],
    upto: float,
    bins: int = 60,
) -> None:
    """Draw a histogram of one spectrum with logarithmic counts, the bulk as a curve and outliers as dashed lines.

    Parameters
    ----------
    ax
        Where to draw.
    values : (count,)
        Singular values of one seed.
    density_at, density : (points,)
        The limiting density times `count`; its integral is the number of non-zero values.
    outliers
        The predicted outliers; empty if there is only the bulk.
    upto
        The right end of the axis.
    bins
        The number of bins between 0 and `upto`.
    """
    edges = np.linspace(0, upto, bins + 1)
    counts, _ = np.histogram(values, edges)
    color = SERIES[0][0]
    ax.stairs(counts, edges, fill=True, color=color, alpha=0.35, label="simulation")
    ax.stairs(counts, edges, color=color, linewidth=0.6)
    expected = density * (edges[1] - edges[0])
    ax.plot(density_at, expected, color="black", label="theory: bulk")
    for number, outlier in enumerate(outliers):
        ax.axvline(outlier, color="black", linestyle="--", linewidth=0.8, label="theory: outlier" if number == 0 else None)
    ax.set_yscale("log")
    ax.set_ylim(0.6, 3 * max(counts.max(), 1))
    ax.set_xlim(0, upto)
    sheet = cast(Sheet, ax.figure)
    sheet.record(ax, "histogram", "simulation", x=(edges[:-1] + edges[1:]) / 2, y=counts)
    sheet.record(ax, "bulk", "theory", x=density_at, y=expected)
    sheet.record(ax, "outlier", "theory", x=list(outliers), y=[np.nan] * len(outliers))
