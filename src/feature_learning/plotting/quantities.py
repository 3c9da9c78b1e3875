"""Quantities in a panel: the prediction as a line, the estimates as markers."""

from typing import Any

import pandas as pd
from matplotlib.axes import Axes

from feature_learning.plotting.marks import simulation, theory
from feature_learning.plotting.palette import Hue
from feature_learning.statistics.quantity import Quantity


def quantity(
    ax: Axes, drawn: Quantity, x: str, hue: Hue | None = None, **look: Any
) -> pd.DataFrame:
    """Draw a quantity with its 90 % intervals over its prediction, where it has one.

    Parameters
    ----------
    ax
        The panel.
    drawn
        The quantity; `at` narrows it to the points of the panel.
    x
        The coordinate of the x axis.
    hue
        The series, by another coordinate.
    **look
        Passed on to `simulation`.

    Returns
    -------
    pandas.DataFrame
        The estimates: the coordinates and what `estimates` returns, with the column ``predicted``
        where there is a prediction.
    """
    if drawn.prediction is not None:
        theory(ax, drawn.prediction.table(), x, "estimate", hue)
    table = drawn.table()
    simulation(ax, table, x, hue, **look)
    return table
