"""Smooth curves through computed points, on the scales of their panel."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from scipy.interpolate import PchipInterpolator

DENSE = 100
"""The number of points from which on chords are no longer seen."""
_FEWEST = 6  # points that determine a curve
_GRID = 400
_APART = 1e-9  # of the range: nearer points are one, and rounding must not bend the curve


def smooth(ax: Axes, curve: Line2D) -> None:
    """Draw a monotone cubic through the points of a line, on the axes' scales, instead of its
    chords; the points stay on it.

    Parameters
    ----------
    ax
        The panel, its scales set.
    curve
        The line. One with many points, or with too few to determine a curve, stays.
    """
    x, y = (np.asarray(data, dtype=float) for data in curve.get_data())
    if not _FEWEST <= len(x) < DENSE or (np.diff(x) <= 0).any():
        return
    forms = [np.log if scale == "log" else _same for scale in (ax.get_xscale(), ax.get_yscale())]
    backs = [np.exp if form is np.log else _same for form in forms]
    if (forms[0] is np.log and x[0] <= 0) or (forms[1] is np.log and y.min() <= 0):
        return
    along, up = forms[0](x), forms[1](y)
    kept = np.diff(along, prepend=-np.inf) > _APART * (along[-1] - along[0])
    along, up = along[kept], up[kept]
    dense = np.unique(np.concatenate([along, np.linspace(along[0], along[-1], _GRID)]))
    curve.set_data(backs[0](dense), backs[1](PchipInterpolator(along, up)(dense)))


def _same(values: np.ndarray) -> np.ndarray:
    return values
