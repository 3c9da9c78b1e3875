"""What the figures share: series, axes against gamma, and fitted numbers as points."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning.papers.ba2023.shared.half_points import Rise
from feature_learning.plotting.estimates import points
from feature_learning.plotting.palette import Hue, ordered
from feature_learning.statistics.intervals import Interval

GAMMA = r"$\gamma$, spike $\theta = d^\gamma$"
_KIND = "jackknife estimate"


def degrees(names: Iterable[int]) -> Hue:
    """Return one series per Hermite degree, in the column ``degree``.

    Parameters
    ----------
    names
        The degrees.
    """
    return ordered("degree", names, "$h_{}$", palette="flare")


def dimensions(sizes: Iterable[float]) -> Hue:
    """Return one series per dimension, in the column ``d``, light to dark.

    Parameters
    ----------
    sizes
        The dimensions; those from 10^4 on are named as powers of ten.
    """

    def name(d: float) -> str:
        power = math.log10(d)
        return f"$d = {d:g}$" if power < 4 else f"$d = 10^{{{power:g}}}$"

    return ordered("d", map(float, sizes), name)


def gamma_axis(ax: Axes, low: float = 0.0) -> None:
    """Label the axis of the spike's exponent, which ends at 1.

    Parameters
    ----------
    ax
        The panel.
    low
        Where the axis begins.
    """
    ax.set_xlim(low - 0.04, 1.04)
    ax.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0", "", "0.5", "", "1"])
    ax.set_xlabel(GAMMA)


def half_table(rise: Rise) -> pd.DataFrame:
    """Return the half points with their intervals; no row where one is missing.

    Parameters
    ----------
    rise
        The curves.
    """
    found = [_exponential(rise.log_half(number)) for number in range(len(rise.d))]
    return _present(points(found, len(rise.curves), _KIND, d=rise.d.tolist()))


def exponent_table(rise: Rise) -> pd.DataFrame:
    """Return the exponents between neighbouring d; no row where one is missing.

    Parameters
    ----------
    rise
        The curves.
    """
    found = [rise.local_exponent(number) for number in range(len(rise.d) - 1)]
    return _present(points(found, len(rise.curves), _KIND, d=np.sqrt(rise.d[1:] * rise.d[:-1]).tolist()))


def _present(frame: pd.DataFrame) -> pd.DataFrame:
    return frame[np.isfinite(frame["estimate"])]


def _exponential(found: Interval) -> Interval:
    """The interval of a number from that of its logarithm; unbounded where it overflows."""
    with np.errstate(over="ignore", under="ignore"):
        middle, low, high = (float(np.exp(end)) for end in (found.estimate, found.low, found.high))
    bounded = low > 0 and math.isfinite(high)
    return Interval(middle, low, high) if bounded else Interval.unbounded(middle)
