"""What several figures draw: samples to accuracy 0.8 against the dimension, network against kernel."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning.core.tables import Tables
from feature_learning.papers.suzuki2023.thresholds import kernel, network
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.lines import guide, logarithmic
from feature_learning.plotting.marks import simulation
from feature_learning.plotting.palette import Hue, methods
from feature_learning.statistics.intervals import Interval, geometric_mean

LEARNERS = methods("learner", {"network": ("network", "network"), "kernel": ("kernel", "best kernel")})


def needed(tables: Tables, k: int, alpha: float) -> pd.DataFrame:
    """Return the samples to accuracy 0.8, one row per learner, dimension and run.

    Parameters
    ----------
    tables
        The paper's tables.
    k
        The coordinates of the parity.
    alpha
        How large the relevant coordinates are.

    Returns
    -------
    pandas.DataFrame
        Columns learner, d, seed (of the run) and n; n is NaN where the run does not cross the level.
    """
    parts = []
    for learner, of in (("network", network), ("kernel", kernel)):
        found = of(tables, k, alpha).dropna(axis=1, how="all")
        rows = found.rename_axis("seed").reset_index().melt("seed", var_name="d", value_name="n")
        parts.append(rows.assign(learner=learner, d=rows["d"].astype(float)))
    return pd.concat(parts, ignore_index=True)


def draw_needed(ax: Axes, rows: pd.DataFrame, hue: Hue = LEARNERS, by: tuple[str, ...] = ("learner", "d"), dodge: float = 0.0) -> None:
    """Draw geometric means over runs against the dimension, on logarithmic axes.

    Parameters
    ----------
    ax
        Where to draw.
    rows
        From `needed`.
    hue
        The series.
    by
        The columns that name a point.
    dodge
        Shifts series that coincide, in points.
    """
    simulation(ax, estimates(rows, "n", by, "log"), "d", hue, join=True, dodge=dodge)
    ax.margins(0.06, 0.1)
    logarithmic(ax, "x", ticks=sorted(rows["d"].unique())[:: 1 if rows["d"].nunique() < 5 else 2])
    logarithmic(ax, "y")
    ax.set_xlabel("dimension $d$")


def slope(ax: Axes, rows: pd.DataFrame, power: float, factor: float) -> None:
    """Draw a grey slope beside the last points of some rows.

    Parameters
    ----------
    ax
        Where to draw.
    rows
        From `needed`, of one series. With thresholds at fewer than two dimensions there is no slope.
    power
        The slope.
    factor
        How far beside its end lies: over one above the series, under one below it.
    """
    found = rows.groupby("d")["n"].median().dropna()
    if len(found) < 2:
        return
    at = np.array(found.index[-3:], dtype=float)
    guide(ax, at, factor * found.iloc[-1] * (at / at[-1]) ** power, f"slope {power:g}", at=1.0)


def constant(tables: Tables) -> Interval:
    r"""Return the constant of :math:`c\,d\ln d`, fitted to the network's thresholds for k = 2.

    Parameters
    ----------
    tables
        The paper's tables.

    Returns
    -------
    feature_learning.statistics.intervals.Interval
        The geometric mean over runs and its interval; a run's constant is its own over dimensions.

    References
    ----------
    The form :math:`d \ln d` is that of Suzuki, Wu, Oko and Nitanda (2023), up to logarithms; the
    constant is fitted here.
    """
    found = network(tables, 2, 0.0)
    at = np.array(found.columns, dtype=float)
    return geometric_mean(np.exp(np.log(found.to_numpy() / (at * np.log(at))).mean(axis=1)))
