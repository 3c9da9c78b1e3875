"""Thresholds of the network and of the kernel for two and three coordinates."""

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.papers.suzuki2023.curves import predicted, threshold_curve
from feature_learning.papers.suzuki2023.thresholds import kernel, network
from feature_learning.plotting.overlay import guide
from feature_learning.plotting.sheet import Sheet


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw four curves and three guides."""
    (ax,) = figure.panels(height=3.0)
    for k in (2, 3):
        threshold_curve(ax, network(tables, k, 0.0), label=f"network, k = {k}", series=k - 2)
        threshold_curve(ax, kernel(tables, k, 0.0), label=f"best kernel, k = {k}", series=k)
    at = np.geomspace(8, 64, 20)
    predicted(ax, at, 1.23 * at * np.log(at), label=r"$1.23\,d\,\ln d$")
    guide(ax, at[:15], 0.4 * at[:15] ** 2, label="$d^2$", dash=1)
    guide(ax, at[:9], 0.15 * at[:9] ** 3, label="$d^3$", dash=2)
    ax.set_xscale("log", base=2)
    ax.set_yscale("log")
    ax.set_xlabel("d")
    ax.set_ylabel("samples to accuracy 0.8")
    ax.set_ylim(top=2e4)
    ax.legend(loc="upper left", ncols=2)
