"""What several figures draw: samples to accuracy 0.8 against the dimension, with their
exponents.
"""

import math

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning.papers.suzuki2023.shared.thresholds import Curves
from feature_learning.plotting import Hue, guide, logarithmic, points, simulation
from feature_learning.statistics import Interval


def needed(curves: Curves, **columns: str | float) -> pd.DataFrame:
    """Return the samples to accuracy 0.8, one row per dimension, as a table of estimates.

    Parameters
    ----------
    curves
        The accuracies.
    **columns
        Further columns, such as the series. A column ``reached`` says where the mean curve reaches
        the level; where it does not, the estimate is the largest sample size.
    """
    found = points(
        [curves.threshold(j) for j in range(len(curves.d))],
        len(curves.runs),
        "threshold of the mean curve",
        d=curves.d,
    )
    found = found.assign(**columns, reached=found["estimate"].notna())
    return found.assign(
        estimate=found["estimate"].fillna(pd.Series([float(sizes[-1]) for sizes in curves.sizes]))
    )


def draw_needed(ax: Axes, rows: pd.DataFrame, hue: Hue, dodge: float = 0.0) -> None:
    """Draw thresholds against the dimension, on logarithmic axes, where they are reached.

    Parameters
    ----------
    ax
        Where to draw.
    rows
        From `needed`.
    hue
        The series.
    dodge
        Shifts series that coincide, in points.
    """
    simulation(ax, rows[rows["reached"]], "d", hue, dodge=dodge)
    against_dimension(ax, rows["d"])
    ax.set_ylabel("samples to accuracy 0.8")


def against_dimension(ax: Axes, dimensions: pd.Series) -> None:
    """Make both axes logarithmic, with room beside the points, and label the dimensions: all, or
    every other one of many.

    Parameters
    ----------
    ax
        The panel.
    dimensions
        Their values; duplicates do not count.
    """
    own = sorted(dimensions.unique())
    ax.margins(0.08, 0.08)
    logarithmic(ax, "x", ticks=own[:: 1 if len(own) < 5 else 2])
    logarithmic(ax, "y")
    ax.set_xlabel("dimension $d$")


def slope(ax: Axes, rows: pd.DataFrame, power: float, factor: float, label: str = "") -> None:
    """Draw a grey slope beside the last points of some rows.

    Parameters
    ----------
    ax
        Where to draw.
    rows
        From `needed`, of one series. With thresholds at fewer than two dimensions there is no
        slope.
    power
        The slope.
    factor
        How far beside its end lies: over one above the series, under one below it.
    label
        Its name; by default its power.
    """
    own = rows[rows["reached"]].sort_values("d")
    if len(own) < 2:
        return
    at = own["d"].to_numpy(dtype=float)[-3:]
    line = factor * own["estimate"].iloc[-1] * (at / at[-1]) ** power
    guide(
        ax, at, line, label or f"slope {power:g}", at=1.0 if factor > 1 else None
    )  # below the series the name has no room


def with_exponent(name: str, exponent: Interval) -> str:
    r"""Return the name of a series with its exponent, or without an exponent the name.

    >>> with_exponent("network", Interval(1.2, 1.1, 1.3))
    'network: exponent $1.20 \\pm 0.10$'
    """
    return (
        f"{name}: exponent {exponent_alone(exponent)}" if math.isfinite(exponent.estimate) else name
    )


def exponent_alone(exponent: Interval) -> str:
    r"""Return an exponent with the half width of its interval, if that is finite.

    >>> exponent_alone(Interval(1.2, 1.1, 1.3))
    '$1.20 \\pm 0.10$'
    """
    half = (exponent.high - exponent.low) / 2
    spread = rf" \pm {half:.2f}" if np.isfinite(half) else ""
    return f"${exponent.estimate:.2f}{spread}$"
