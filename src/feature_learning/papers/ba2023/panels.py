"""What the figures of this paper share: axes against gamma, and fitted numbers as points."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning.plotting.estimates import points
from feature_learning.plotting.palette import Hue, ordered
from feature_learning.statistics.intervals import Interval

GAMMA = r"$\gamma$, spike $\theta = d^\gamma$"


def degrees(names: Iterable[int]) -> Hue:
    """Return one series per Hermite degree, in the column ``degree``.

    Parameters
    ----------
    names
        The degrees.
    """
    return ordered("degree", names, "$H_{}$", palette="flare")


def gamma_axis(ax: Axes) -> None:
    """Label the axis of the spike's exponent.

    Parameters
    ----------
    ax
        The panel.
    """
    ax.set_xlim(-0.03, 1.03)
    ax.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0", "", "0.5", "", "1"])
    ax.set_xlabel(GAMMA)


def fits(x: Sequence[float], found: Sequence[Interval], seeds: int, **columns: str | int) -> pd.DataFrame:
    """Return fitted numbers as a table of points.

    Parameters
    ----------
    x, found : (points,)
        The positions, in the column ``d``, and the numbers with their intervals.
    seeds
        The number of seeds behind each.
    **columns
        Constant columns to add.
    """
    return points(found, seeds, "jackknife estimate", d=list(x), **columns)


def exponential(found: Interval) -> Interval:
    """Return the interval of a number from that of its logarithm; unbounded where it overflows.

    Parameters
    ----------
    found
        The interval of the logarithm.
    """
    with np.errstate(over="ignore", under="ignore"):
        middle, low, high = (float(np.exp(end)) for end in (found.estimate, found.low, found.high))
    bounded = low > 0 and math.isfinite(high)
    return Interval(middle, low, high) if bounded else Interval.unbounded(middle)
