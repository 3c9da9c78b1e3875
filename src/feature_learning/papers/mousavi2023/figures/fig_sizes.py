"""The samples that the kernel needs, over the predicted ones."""

from functools import partial
from itertools import product

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.mousavi2023.experiments.kernel import half_learned
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import by_seed, fitted_logarithm

_SPOKEN = 3  # the degree of the caption's example


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw measured over predicted thresholds of the kernel."""
    law = tables.theory("kernel_threshold")
    hue = plot.ordered("degree", law["degree"], "$p = {}$", "kernel")
    table = _thresholds(tables.runs("kernel_threshold"), law, list(hue.names))
    for ax, degree in figure.facets(list(hue.names), "Target $h_{:g}$", height=2.1, sharex="row"):
        _ratios(ax, table[table["degree"] == degree], hue.colours[degree])
        plot.logarithmic(ax, "x", ticks=sorted(table["d"].unique()))
    highest = table[["estimate", "high"]].to_numpy()
    figure.axes[0].set_ylim(0.8, 1.1 * highest[np.isfinite(highest)].max())
    figure.axes[0].set_ylabel("samples, measured over predicted")
    least = table[table["degree"] == min(_SPOKEN, table["degree"].max())].sort_values("d")
    lowest = table[table["degree"] == table["degree"].min()].sort_values("d")
    figure.say(
        degree=least["degree"].iloc[0],
        lowest=lowest["degree"].iloc[0],
        lowest_first=_written(lowest.iloc[0]),
        lowest_last=_written(lowest.iloc[-1]),
        first=_written(least.iloc[0]),
        last=_written(least.iloc[-1]),
    )


def _written(row: pd.Series) -> str:
    return f"{row['estimate']:.1f} [{row['low']:.2f}, {row['high']:.2f}]"


def _thresholds(simulated: pd.DataFrame, law: pd.DataFrame, degrees: list[int]) -> pd.DataFrame:
    """Return the samples at risk 1/2 over the predicted ones, and the predicted ones."""
    predicted = law.set_index(["degree", "d"])["interpolated"]
    rows = []
    for degree, d in product(degrees, sorted(simulated["d"].unique().tolist())):
        runs = simulated[(simulated["target"] == f"h{degree}") & (simulated["d"] == d)]
        if len(runs):
            risks = by_seed(runs, "risk", "n")
            sizes, of_law = risks.columns.to_numpy(dtype=float), float(predicted[degree, d])
            found = fitted_logarithm(risks.to_numpy(), partial(_log_ratio, sizes, of_law))
            where = {"degree": degree, "d": d, "predicted": of_law}
            rows.append(plot.points([found], len(risks), "ratio", **where))
    return pd.concat(rows).dropna(subset="estimate")


def _log_ratio(sizes: np.ndarray, predicted: float, mean: np.ndarray) -> float:
    return float(np.log(half_learned(sizes, mean) / predicted))


def _ratios(ax: Axes, table: pd.DataFrame, colour: str) -> None:
    plot.simulation(ax, table, "d", colour=colour, join=True, band=False)
    plot.level(ax, 1.0, "as predicted", at=0.02, colour=plot.PREDICTION, below=True)
    plot.logarithmic(ax, "y", ticks=[1, 2, 3, 4, 5])
    ax.set_xlabel("dimension $d$")
