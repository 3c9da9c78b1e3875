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

_MIXED = "h2-h4"  # the target of which the notes give the network's widths


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw measured over predicted thresholds of the kernel, and these thresholds."""
    ratios, needed = figure.hero(1, share=0.58, height=2.5)
    law = tables.theory("kernel_threshold")
    hue = plot.ordered("degree", law["degree"], "$p = {}$", "kernel")
    table = _thresholds(tables.runs("kernel_threshold"), law, list(hue.names))
    _ratios(ratios, table, hue)
    _needed(needed, table, law, hue)
    needed.set_xlim(ratios.get_xlim())
    largest = table[table["d"] == table["d"].max()]
    figure.say(least=largest["estimate"].min(), most=table["estimate"].max())
    _say_widths(figure, tables)


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


def _ratios(ax: Axes, table: pd.DataFrame, hue: plot.Hue) -> None:
    plot.simulation(ax, table, "d", hue, join=True)
    plot.level(ax, 1.0, "as predicted", at=0.02, colour=plot.PREDICTION, below=True)
    plot.logarithmic(ax, "x", ticks=sorted(table["d"].unique()))
    plot.logarithmic(ax, "y", ticks=[1, 2, 3, 4])
    ax.set_ylim(0.8, max(4.2, 1.1 * table["estimate"].max()))
    ax.set(title="Measured over predicted", xlabel="dimension $d$", ylabel="ratio of samples")


def _needed(ax: Axes, table: pd.DataFrame, law: pd.DataFrame, hue: plot.Hue) -> None:
    ends = ["estimate", "low", "high"]
    sizes = table.assign(**table[ends].mul(table["predicted"], axis=0))
    plot.theory(ax, law[law["d"] <= table["d"].max()], "d", "needed", hue)
    plot.simulation(ax, sizes, "d", hue)
    plot.logarithmic(ax, "x", ticks=sorted(table["d"].unique()))
    plot.logarithmic(ax, "y")
    ax.set(title="Samples at risk $1/2$", xlabel="dimension $d$", ylabel="samples $n$")


def _say_widths(figure: Sheet, tables: Tables) -> None:
    """Say m times the excess risk of the network for its narrowest, best and widest layer."""
    runs = tables.runs("risk", ratio=tables.values("risk", "ratio")[-1], structure="isotropic")
    runs = runs.assign(times=runs["width"] * (runs["risk"] - runs["learnable"]))
    mixed = runs[runs["target"] == _MIXED].groupby("width")["times"].median()
    figure.say(narrow=mixed.index[0], turn=mixed.idxmin(), wide=mixed.index[-1])
    figure.say(first=mixed.iloc[0], lowest=mixed.min(), last=mixed.iloc[-1])
