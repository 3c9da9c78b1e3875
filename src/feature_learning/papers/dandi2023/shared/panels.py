"""Predictions at whole numbers of steps and axes from zero, as several figures draw them."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot

_HALF = 0.3  # of the length of a tick, in steps


def theory_at_steps(ax: Axes, law: pd.DataFrame, y: str, hue: plot.Hue) -> None:
    """Draw a column as a horizontal tick at each ``time``, with no line in between."""
    times = np.sort(law["time"].unique()).astype(float)
    ends = pd.concat(law.assign(time=law["time"] + side) for side in (-_HALF, _HALF))
    plot.theory(ax, ends, "time", y, hue, poles=(times[:-1] + times[1:]) / 2)


def from_zero(ax: Axes, table: pd.DataFrame, top: float = 0.0) -> None:
    """Let the y axis reach from zero, or the lowest bar, to the highest bar or to a value."""
    ends = table[["estimate", "low", "high"]].to_numpy(dtype=float)
    ends = ends[np.isfinite(ends)]
    ax.set_ylim(1.08 * min(0.0, ends.min()), 1.08 * max(top, ends.max()))
