"""A spiked model for the weight matrix."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import by_seed, fitted, loglog_slope

_SHOWN = 8.0
_TEACHERS = plot.methods(
    "teacher", {"relu": ("network", "ReLU"), "he2": ("random features", r"$H_2/\sqrt{2}$")}
)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw one spectrum, outlier and overlaps against the step, and the distance from rank one."""
    figure.set_size_inches(figure.target.page, 4.1 * figure.target.type)
    grid = figure.add_gridspec(2, 3)
    beside = grid[0, 2].subgridspec(2, 1, height_ratios=[1.7, 1])
    values, vector = (figure.add_subplot(grid[0, column]) for column in range(2))
    outlier = figure.add_subplot(beside[0])
    strip = figure.add_subplot(beside[1], sharex=outlier)
    left, right, remainder = (figure.add_subplot(grid[1, column]) for column in range(3))
    runs, predicted = tables.runs("spike"), tables.theory("spike")
    shown = tables.runs("spike", teacher="relu", eta=_SHOWN, seed=0).iloc[0]
    row = tables.theory("spike", teacher="relu", eta=_SHOWN).iloc[0]
    _spectrum(values, shown, row)
    _vector(vector, np.asarray(shown["leading_vector"]), float(row["entry"]))
    _outlier(outlier, strip, runs, predicted)
    left.set_title("left vector finds teacher")
    right.set_title("right vector finds $a$")
    for ax, column in ((left, "alignment"), (right, "neuron_alignment")):
        plot.theory(ax, predicted, "eta", column, _TEACHERS)
        means = plot.estimates(runs, column, ["teacher", "eta"], "logit")
        plot.simulation(ax, means, "eta", _TEACHERS)
        ax.set(xlabel=r"step size $\eta$", ylabel="squared overlap")
    _remainder(remainder, tables.runs("rank_one"))


def _spectrum(ax: Axes, shown: pd.Series, row: pd.Series) -> None:
    values = np.asarray(shown["singular_values"])
    plot.spectrum(
        ax,
        values,
        density_at=row["density_at"],
        density=len(values) * np.asarray(row["density"]),
        outliers=[row["largest"]],
    )
    title = rf"spectrum at $\eta = {_SHOWN:g}$"
    ax.set(title=title, xlabel="singular value of $W_1$", ylabel="count")


def _vector(ax: Axes, entries: np.ndarray, mean: float) -> None:
    """Draw the entries of the leading vector and, as theory, their means on the two halves."""
    index, half = np.arange(1, len(entries) + 1), len(entries) / 2
    points = pd.DataFrame({"index": index, "entry": entries})
    plot.runs(ax, points, "index", "entry", label="entries, one seed")
    places = [1, half, half + 1, len(entries)]
    means = pd.DataFrame({"index": places, "entry": [-mean, -mean, mean, mean]})
    plot.theory(ax, means, "index", "entry", label="predicted mean", poles=[half + 0.5])
    ax.set(title="its leading left vector", xlabel="coordinate", ylabel=r"$\sqrt{d}\,u_1$")


def _outlier(ax: Axes, strip: Axes, runs: pd.DataFrame, predicted: pd.DataFrame) -> None:
    """Draw the largest value and, below, how far it is from the outlier at its own strength."""
    plot.theory(ax, predicted, "eta", "largest", _TEACHERS)
    means = plot.estimates(runs, "largest", ["teacher", "eta"], "log")
    plot.simulation(ax, means, "eta", _TEACHERS)
    plot.level(ax, float(predicted["edge"].iloc[0]), "")
    ax.set(title="one value leaves the bulk", ylabel="largest value $s_1$")
    ax.tick_params(labelbottom=False)
    percent = runs.assign(off=100 * (runs["largest"] / runs["largest_given"] - 1))
    plot.level(strip, 0.0, "")
    plot.simulation(strip, plot.estimates(percent, "off", ["teacher", "eta"]), "eta", _TEACHERS)
    strip.set(title="given its own strength", xlabel=r"step size $\eta$", ylabel="deviation (%)")


def _remainder(ax: Axes, runs: pd.DataFrame) -> None:
    means, curves = plot.estimates(runs, "distance", ["d"], "log"), by_seed(runs, "distance", "d")
    sizes, start = means["d"].to_numpy(), float(means["estimate"].iloc[0])
    dimensions = sizes.astype(float)
    slope = fitted(curves.to_numpy(), lambda curve: loglog_slope(dimensions, curve)).estimate
    label = rf"distance from rank one (fitted slope ${slope:.2f}$)"
    plot.simulation(ax, means, "d", label=label, colour=plot.METHODS["equivalent"], marker="D")
    plot.guide(ax, sizes, 1.25 * start * (sizes / sizes[0]) ** -0.5, "slope $-1/2$", at=0)
    plot.logarithmic(ax, "x", ticks=sizes)
    plot.logarithmic(ax, "y")
    ax.margins(y=0.15)
    ax.set(title="rank one as $d$ grows", xlabel="dimension $d$")
    ax.set_ylabel(r"$\|G-\mu_1 a g^\top\|/\|G\|$")
