"""The axis of features per sample."""

from collections.abc import Sequence

from matplotlib.axes import Axes

from feature_learning import plotting as plot

RATIOS = (0.2, 0.5, 1, 2, 4)
"""Labelled values of N/n."""
SPAN = (0.09, 4.6)
"""Of N/n, in the figures of the double descent."""


def features_axis(ax: Axes, ticks: Sequence[float] = RATIOS) -> None:
    """Label the axis of N/n and name its regimes."""
    plot.logarithmic(ax, "x", ticks=ticks)
    plot.regimes(ax, [1.0], ["$N < n$", "$N > n$"])
    ax.set_xlabel("features per sample $N/n$")
