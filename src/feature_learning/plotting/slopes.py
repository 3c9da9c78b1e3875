"""Exponents: a small triangle at the end of a curve with what is measured there."""

from typing import Any

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.patches import Polygon

from feature_learning.plotting.palette import GREY, written
from feature_learning.plotting.sheet import sheet_of
from feature_learning.statistics.sources import of_runs

_RUN = 0.3  # of the decades of the curve: the length of the triangle
_OFF = 1.35  # the factor by which it stands off its curve


def exponents(runs: pd.DataFrame, x: str, y: str, by: str) -> pd.DataFrame:
    """Return the exponent of each series' mean curve, with its interval over seeds, as a claim on
    this exponent has them.

    Parameters
    ----------
    runs
        One row per seed, series and point.
    x, y
        The columns between which the exponent is.
    by
        The column of the series.

    Returns
    -------
    pandas.DataFrame
        The columns `by`, ``estimate``, ``low`` and ``high``.
    """
    found = of_runs(runs, y, [by, x]).exponent(x).table()
    return found[[by, "estimate", "low", "high"]]


def triangle(
    ax: Axes,
    x: np.ndarray,
    y: np.ndarray,
    slope: float,
    label: str,
    *,
    colour: str = GREY,
    above: bool = True,
) -> None:
    """Draw a slope as a small triangle at the last part of a curve, on logarithmic axes.

    Parameters
    ----------
    ax
        The panel.
    x, y : (points,)
        The curve, x rising.
    slope
        The slope to draw, such as the predicted one.
    label
        What is written at it, such as ``measured`` says.
    colour
        Of the triangle and its label.
    above
        Whether it stands above the curve.
    """
    x, y = np.asarray(x, dtype=float), np.asarray(y, dtype=float)
    right = x[-1] / (x[-1] / x[0]) ** 0.04
    left = right / (x[-1] / x[0]) ** _RUN
    off = _OFF if above else 1 / _OFF
    here = np.exp(np.interp(np.log([left, right]), np.log(x), np.log(y)))
    start = off * (max if above else min)(here[0], here[1] * (left / right) ** slope)
    end = start * (right / left) ** slope
    corner = (right, start) if (end > start) != above else (left, end)
    ax.add_patch(
        Polygon(
            [(left, start), (right, end), corner],
            closed=True,
            facecolor="none",
            edgecolor=colour,
            linewidth=0.5 * mpl.rcParams["lines.linewidth"],
            zorder=1.8,
        )
    )
    middle = (np.sqrt(left * right), corner[1])
    up = corner[1] >= max(start, end)
    ax.annotate(
        label,
        middle,
        xytext=(0, 1.5 if up else -1.5),
        textcoords="offset points",
        ha="center",
        va="bottom" if up else "top",
        color=written(colour),
        fontsize=mpl.rcParams["legend.fontsize"],
    )
    sheet_of(ax).record(ax, label, "guide", x=[left, right], y=[start, end])


def measured(found: Any) -> str:
    """Return an exponent with its interval, as it is written at a curve.

    Parameters
    ----------
    found
        An interval, or a row of `exponents`.

    Examples
    --------
    >>> from feature_learning.statistics import Interval
    >>> measured(Interval(-0.5, -0.52, -0.48))
    '$-0.50$ $[{-}0.52{,}$ ${-}0.48]$'
    """
    if not np.isfinite([found.low, found.high]).all():
        return f"${_short(found.estimate)}$"
    low, high = (_short(end).replace("-", "{-}") for end in (found.low, found.high))
    return f"${_short(found.estimate)}$ $[{low}{{,}}$ ${high}]$"


def _short(value: float) -> str:
    return f"{round(value, 2) + 0.0:.2f}"  # zero without a sign
