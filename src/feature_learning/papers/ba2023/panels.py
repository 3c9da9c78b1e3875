"""Series and axes against gamma."""

import math
from collections.abc import Iterable

from matplotlib.axes import Axes

from feature_learning import plotting as plot

GAMMA = r"$\gamma$, spike $\theta = d^\gamma$"


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
