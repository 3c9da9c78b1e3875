"""Series, axes against gamma, and fitted numbers as points."""

import math
from collections.abc import Iterable

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.ba2023.shared.half_points import Rise
from feature_learning.statistics import Interval

GAMMA = r"$\gamma$, spike $\theta = d^\gamma$"
_KIND = "jackknife estimate"


def degrees(names: Iterable[int]) -> plot.Hue:
    """Return one series per Hermite degree, in the column ``degree``."""
    return plot.ordered("degree", names, "$h_{}$", palette="flare")


def dimensions(sizes: Iterable[float]) -> plot.Hue:
    """Return one series per dimension, in the column ``d``, light to dark."""

    def name(d: float) -> str:
        power = math.log10(d)
        return f"$d = {d:g}$" if power < 4 else f"$d = 10^{{{power:g}}}$"

    return plot.ordered("d", map(float, sizes), name)


def gamma_axis(ax: Axes, low: float = 0.0) -> None:
    """Label the axis of the spike's exponent, which ends at 1."""
    ax.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0", "", "0.5", "", "1"])
    ax.set(xlabel=GAMMA, xlim=(low - 0.04, 1.04))


def half_table(rise: Rise) -> pd.DataFrame:
    """Return the half points with their intervals; no row where one is missing."""
    halves = [_exponential(rise.log_half(number)) for number in range(len(rise.d))]
    return _present(plot.points(halves, len(rise.curves), _KIND, d=rise.d.tolist()))


def exponent_table(rise: Rise) -> pd.DataFrame:
    """Return the exponents between neighbouring d; no row where one is missing."""
    exponents = [rise.local_exponent(number) for number in range(len(rise.d) - 1)]
    middles = np.sqrt(rise.d[1:] * rise.d[:-1]).tolist()
    return _present(plot.points(exponents, len(rise.curves), _KIND, d=middles))


def _present(frame: pd.DataFrame) -> pd.DataFrame:
    return frame[np.isfinite(frame["estimate"])]


def _exponential(logarithm: Interval) -> Interval:
    """Return the interval of a number from that of its logarithm; unbounded where it overflows."""
    ends = (logarithm.estimate, logarithm.low, logarithm.high)
    with np.errstate(over="ignore", under="ignore"):
        middle, low, high = (float(np.exp(end)) for end in ends)
    bounded = low > 0 and math.isfinite(high)
    return Interval(middle, low, high) if bounded else Interval.unbounded(middle)
