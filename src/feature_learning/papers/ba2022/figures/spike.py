"""What one step does to the spectrum of the weights: its outlier, that vector, and the bulk."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.ba2022.panels import TEACHERS
from feature_learning.plotting import Sheet, Tables

_LAYERS = plot.methods(
    "quantity",
    {
        "bulk_distance": ("network", "the gradient"),
        "spread_distance": ("random features", "spread over all directions"),
    },
)
_CHANCE = "new $W_0$"
_BAND = "0.8"


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the outlier and its overlap against the step, and how far the bulk moves."""
    outlier, overlap, bulk = figure.panels(1, 3, height=2.3)
    runs, predicted = tables.runs("spike"), tables.theory("spike")
    _outlier(outlier, runs, predicted)
    plot.theory(overlap, predicted, "eta", "alignment", TEACHERS, kinks=True)
    means = plot.estimates(runs, "alignment", ["teacher", "eta"], within=(0, 1))
    plot.simulation(overlap, means, "eta", TEACHERS)
    overlap.set(xlabel=r"step size $\eta$", ylabel="squared overlap")
    overlap.set_title("Vector with teacher")
    _bulk(bulk, tables.runs("bulk"))
    figure.say(critical=tables.value("spike", "critical", teacher="relu"))


def _outlier(ax: Axes, runs: pd.DataFrame, predicted: pd.DataFrame) -> None:
    plot.theory(ax, predicted, "eta", "largest", TEACHERS, kinks=True)
    means = plot.estimates(runs, "largest", ["teacher", "eta"], "log")
    plot.simulation(ax, means, "eta", TEACHERS)
    plot.level(ax, float(predicted["edge"].iloc[0]), "edge")
    ax.set(title="Largest value", ylabel="largest value", xlabel=r"step size $\eta$")


def _bulk(ax: Axes, runs: pd.DataFrame) -> None:
    """Draw the distances against the step in units of the root of the width, and that by chance."""
    root = np.sqrt(runs["psi2"] * runs["d"])
    runs = runs.assign(step=runs["scale"] * root ** (2 * runs["alpha"] - 1))
    means = plot.estimates(runs, list(_LAYERS.names), ["step"], "log")
    plot.simulation(ax, means, "step", _LAYERS, join=True)
    chance = plot.estimates(runs[runs["step"] == runs["step"].max()], "chance_distance", ["step"])
    level, low, high = (float(chance[name].iloc[0]) for name in ("estimate", "low", "high"))
    if np.isfinite([low, high]).all() and low > 0:
        ax.axhspan(low, high, color=_BAND, linewidth=0, zorder=1)
    plot.level(ax, level, _CHANCE)
    plot.logarithmic(ax, "y")
    plot.logarithmic(ax, "x", ticks=(0.3, 1, 3, 10))
    ax.set(title="Movement of the bulk", xlabel=r"step $\eta/\sqrt{N}$")
    ax.set_ylabel("KS distance from $W_0$")
