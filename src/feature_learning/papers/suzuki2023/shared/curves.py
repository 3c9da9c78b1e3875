"""Panels of samples to accuracy 0.8 against the dimension, with their exponents."""

import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.suzuki2023.shared.thresholds import Curves

DEGREES = plot.Hue(
    "k", {2: plot.BLUE, 3: plot.PURPLE}, {2: "$k = 2$", 3: "$k = 3$"}, {2: "o", 3: "D"}
)
"""The numbers of relevant coordinates."""


def needed(curves: Curves, **columns: str | float) -> pd.DataFrame:
    """Return the samples to accuracy 0.8, one row per dimension, as a table of estimates.

    A column ``reached`` says where the mean curve reaches the level; where it does not, the
    estimate is the largest sample size. Further columns, such as the series, are as given.
    """
    thresholds = [curves.threshold(number) for number in range(len(curves.d))]
    rows = plot.points(thresholds, len(curves.runs), "threshold of the mean curve", d=curves.d)
    rows = rows.assign(**columns, reached=rows["estimate"].notna())
    largest = pd.Series([sizes[-1] for sizes in curves.sizes])
    return rows.assign(estimate=rows["estimate"].fillna(largest))


def draw_needed(ax: Axes, rows: pd.DataFrame, hue: plot.Hue) -> None:
    """Draw thresholds from `needed` against the dimension, where they are reached."""
    plot.simulation(ax, rows[rows["reached"]], "d", hue)
    against_dimension(ax, rows["d"])
    ax.set(ylabel="samples to accuracy 0.8")


def against_dimension(ax: Axes, dimensions: pd.Series) -> None:
    """Make both axes logarithmic, with room beside the points, and label the dimensions: all, or
    every other one of many.
    """
    ticks = sorted(dimensions.unique())
    ax.margins(0.08, 0.08)
    plot.logarithmic(ax, "x", ticks=ticks[:: 1 if len(ticks) < 5 else 2])
    plot.logarithmic(ax, "y")
    ax.set(xlabel="dimension $d$")


def slope(ax: Axes, rows: pd.DataFrame, power: float, factor: float, label: str = "") -> None:
    """Draw a grey slope beside the last points of one series from `needed`; none if fewer than two
    are reached.

    Parameters
    ----------
    ax, rows
        The panel and the series.
    power
        The slope.
    factor
        How far beside its end lies: over one above the series, under one below it.
    label
        Its name; by default its power.
    """
    reached = rows[rows["reached"]].sort_values("d")
    if len(reached) < 2:
        return
    d = reached["d"].to_numpy()[-3:]
    line = factor * reached["estimate"].iloc[-1] * (d / d[-1]) ** power
    # Below the series the name has no room.
    plot.guide(ax, d, line, label or f"slope {power:g}", at=1.0 if factor > 1 else None)


def joined(ax: Axes, medians: pd.DataFrame) -> None:
    """Draw medians with their intervals, joined, over the dots of the runs."""
    plot.simulation(ax, medians, "d", DEGREES, join=True, band=False)
