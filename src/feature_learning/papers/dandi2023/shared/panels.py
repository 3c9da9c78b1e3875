"""What several figures of this paper draw: predictions at whole numbers of steps."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning.plotting.marks import theory
from feature_learning.plotting.palette import Hue

_HALF = 0.3  # of the length of a tick, in steps


def theory_at_steps(ax: Axes, law: pd.DataFrame, y: str, hue: Hue) -> None:
    """Draw a horizontal tick at each number of steps, with no line in between.

    Parameters
    ----------
    ax
        Where to draw.
    law
        Predictions with a column ``time``: one row per series and number of steps.
    y
        The column to draw.
    hue
        The series.
    """
    times = np.sort(law["time"].unique()).astype(float)
    ends = pd.concat(law.assign(time=law["time"] + side) for side in (-_HALF, _HALF))
    theory(ax, ends, "time", y, hue, poles=(times[:-1] + times[1:]) / 2)
