"""The samples that the kernel needs, over the predicted ones, and the network's risk by width."""

from functools import partial
from itertools import product

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.mousavi2023.experiments.kernel import half_learned
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import by_seed, fitted_logarithm

_TARGETS = plot.Hue(
    "target",
    {"h2": plot.SKY, "h2-h4": plot.BLUE},
    {"h2": "$h_2$", "h2-h4": r"$(h_2 - h_4)/\sqrt{2}$"},
    {"h2": "o", "h2-h4": "s"},
)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw measured over predicted thresholds of the kernel, and excess risks times the width."""
    needed, widths = figure.hero(1, share=0.58, height=2.5)
    _threshold(needed, tables)
    _widths(widths, tables)


def _threshold(ax: Axes, tables: Tables) -> None:
    law, simulated = tables.theory("kernel_threshold"), tables.runs("kernel_threshold")
    predicted = law.set_index(["degree", "d"])["interpolated"]
    hue = plot.ordered("degree", law["degree"], "$p = {}$", "kernel")
    rows = []
    for degree, d in product(hue.names, sorted(simulated["d"].unique().tolist())):
        runs = simulated[(simulated["target"] == f"h{degree}") & (simulated["d"] == d)]
        if len(runs):
            risks = by_seed(runs, "risk", "n")
            sizes = risks.columns.to_numpy(dtype=float)
            ratio = partial(_log_ratio, sizes, predicted[degree, d])
            found = fitted_logarithm(risks.to_numpy(), ratio)
            rows.append(plot.points([found], len(risks), "ratio", degree=degree, d=d))
    table = pd.concat(rows).dropna(subset="estimate")
    plot.simulation(ax, table, "d", hue, join=True)
    plot.level(ax, 1.0, "as predicted", at=0.02, colour=plot.PREDICTION, below=True)
    plot.logarithmic(ax, "x", ticks=sorted(table["d"].unique()))
    plot.logarithmic(ax, "y", ticks=[1, 2, 3, 4])
    ax.set_ylim(0.8, max(4.2, 1.1 * table["estimate"].max()))
    ax.set(
        title="Kernel: samples at risk 1/2",
        xlabel="dimension $d$",
        ylabel="measured over predicted",
    )
    largest = table[table["d"] == table["d"].max()]
    plot.sheet_of(ax).say(least=largest["estimate"].min(), most=table["estimate"].max())


def _log_ratio(sizes: np.ndarray, predicted: float, mean: np.ndarray) -> float:
    return float(np.log(half_learned(sizes, mean) / predicted))


def _widths(ax: Axes, tables: Tables) -> None:
    runs = tables.runs("risk", ratio=tables.values("risk", "ratio")[-1], structure="isotropic")
    runs = runs.assign(times=runs["width"] * (runs["risk"] - runs["learnable"]))
    medians = plot.estimates(runs, "times", ["target", "width"], "median")
    plot.simulation(ax, medians, "width", _TARGETS, join=True)
    plot.logarithmic(ax, "x", ticks=sorted(runs["width"].unique()))
    plot.logarithmic(ax, "y")
    ax.set(title="Network, no spike", xlabel="width $m$", ylabel=r"$m \times$ excess risk")
    mixed = medians[medians["target"] == "h2-h4"].set_index("width")["estimate"].sort_index()
    lowest = int(mixed.to_numpy().argmin())
    neurons = [int(width) for width in mixed.index]
    say = plot.sheet_of(ax).say
    say(narrow=neurons[0], turn=neurons[lowest], wide=neurons[-1])
    say(first=mixed.iloc[0], lowest=mixed.iloc[lowest], last=mixed.iloc[-1])
