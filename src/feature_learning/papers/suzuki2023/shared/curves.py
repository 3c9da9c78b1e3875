"""Panels of samples to accuracy 0.8 against the dimension, with their exponents."""

import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.suzuki2023.shared.thresholds import Curves


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


def against_dimension(ax: Axes, dimensions: pd.Series) -> None:
    """Make both axes logarithmic, with room beside the points, and label the dimensions: all, or
    every other one of many.
    """
    ticks = sorted(dimensions.unique())
    ax.margins(0.08, 0.08)
    plot.logarithmic(ax, "x", ticks=ticks[:: 1 if len(ticks) < 5 else 2])
    plot.logarithmic(ax, "y")
    ax.set(xlabel="dimension $d$")
