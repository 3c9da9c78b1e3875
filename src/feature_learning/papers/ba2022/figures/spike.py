"""A spiked model for the weight matrix."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning.core.tables import Tables
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.lines import guide, level, logarithmic
from feature_learning.plotting.marks import runs as single
from feature_learning.plotting.marks import simulation, theory
from feature_learning.plotting.palette import METHODS, unordered
from feature_learning.plotting.sheet import Sheet
from feature_learning.plotting.spectrum import spectrum

_SHOWN = 8.0
_TEACHERS = unordered("teacher", {"relu": "ReLU", "he2": r"$H_2/\sqrt{2}$"})
_AGAINST = {
    "largest": ("one value leaves the bulk", "largest singular value"),
    "alignment": ("left vector finds teacher", "squared overlap"),
    "neuron_alignment": ("right vector finds $a$", "squared overlap"),
}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw one spectrum and its leading vector, outlier and overlaps against the step, and the distance from rank one."""
    values, vector, *against, remainder = figure.panels(2, 3, height=1.75)
    runs, predicted = tables.runs("spike"), tables.theory("spike")
    shown = runs[(runs["teacher"] == "relu") & (runs["eta"] == _SHOWN) & (runs["seed"] == 0)].iloc[0]
    row = predicted[(predicted["teacher"] == "relu") & (predicted["eta"] == _SHOWN)].iloc[0]
    _spectrum(values, shown, row)
    _vector(vector, np.asarray(shown["leading_vector"]), float(row["entry"]))
    for ax, (column, (title, name)) in zip(against, _AGAINST.items(), strict=True):
        ax.set_title(title)
        theory(ax, predicted, "eta", column, _TEACHERS)
        found = estimates(runs, column, ["teacher", "eta"], "log" if column == "largest" else "logit")
        simulation(ax, found, "eta", _TEACHERS, dodge=2.5)
        ax.set_xlabel(r"step size $\eta$")
        ax.set_ylabel(name)
    level(against[0], float(row["edge"]), "")
    _remainder(remainder, tables.runs("rank_one"))


def _spectrum(ax: Axes, shown: pd.Series, row: pd.Series) -> None:
    ax.set_title(rf"spectrum at $\eta = {_SHOWN:g}$")
    values = np.asarray(shown["singular_values"])
    spectrum(
        ax,
        values,
        density_at=row["density_at"],
        density=len(values) * np.asarray(row["density"]),
        outliers=[row["largest"]],
    )
    ax.set_xlabel("singular value of $W_1$")
    ax.set_ylabel("count")


def _vector(ax: Axes, entries: np.ndarray, mean: float) -> None:
    """Draw the entries of the leading vector and, as theory, their means on the two halves."""
    ax.set_title("its leading left vector")
    index, half = np.arange(1, len(entries) + 1), len(entries) / 2
    points = pd.DataFrame({"index": index, "entry": entries})
    single(ax, points, "index", "entry", label="entries, one seed")
    means = pd.DataFrame({"index": [1, half, half + 1, len(entries)], "entry": [-mean, -mean, mean, mean]})
    theory(ax, means, "index", "entry", label="predicted mean", poles=[half + 0.5])
    ax.set_xlabel("coordinate")
    ax.set_ylabel(r"$\sqrt{d}\,u_1$")


def _remainder(ax: Axes, runs: pd.DataFrame) -> None:
    ax.set_title("rank one as $d$ grows")
    found = estimates(runs, "distance", ["d"], "log")
    simulation(ax, found, "d", label="distance from rank one", colour=METHODS["equivalent"], marker="D")
    sizes, start = found["d"].to_numpy(), float(found["estimate"].iloc[0])
    guide(ax, sizes, 1.2 * start * (sizes / sizes[0]) ** -0.5, "slope $-1/2$", at=0)
    logarithmic(ax, "x", ticks=sizes)
    logarithmic(ax, "y")
    ax.margins(y=0.15)
    ax.set_xlabel("dimension $d$")
    ax.set_ylabel(r"$\|G-\mu_1 g a^\top\|/\|G\|$")
