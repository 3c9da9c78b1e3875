"""A spiked model for the weight matrix."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning.core.tables import Tables
from feature_learning.plotting.overlay import SERIES, guide, letter, simulation, theory
from feature_learning.plotting.sheet import Sheet
from feature_learning.plotting.spectrum import spectrum

_SHOWN = 8.0
_TEACHERS = {"relu": "$y$ = ReLU", "he2": r"$y = H_2/\sqrt{2}$"}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw one spectrum and its leading vector, outlier and overlaps against the step, and the distance from rank one."""
    axes = figure.panels(2, 3, height=2.3)
    runs, predicted = tables.runs("spike"), tables.theory("spike")
    shown = runs[(runs["teacher"] == "relu") & (runs["eta"] == _SHOWN) & (runs["seed"] == 0)].iloc[0]
    row = predicted[(predicted["teacher"] == "relu") & (predicted["eta"] == _SHOWN)].iloc[0]

    ax, values = axes[0], np.asarray(shown["singular_values"])
    ax.set_title(rf"singular values, $\eta$ = {_SHOWN:g}")
    spectrum(
        ax,
        values,
        density_at=row["density_at"],
        density=len(values) * np.asarray(row["density"]),
        outliers=[row["largest"]],
    )
    ax.set_xlabel("singular value of $W_1$")
    ax.set_ylabel(f"count of {len(values)}")

    _vector(axes[1], np.asarray(shown["leading_vector"]), float(row["entry"]))

    for ax, column, title in ((axes[2], "largest", "largest singular value"), (axes[3], "alignment", "left vector with teacher")):
        ax.set_title(title)
        for series, (teacher, label) in enumerate(_TEACHERS.items()):
            simulation(ax, runs[runs["teacher"] == teacher], "eta", column, label=label, series=series)
            theory(ax, predicted[predicted["teacher"] == teacher], "eta", column, label=f"theory, {label}", dash=series)
        ax.set_xlabel(r"step size $\eta$")
    axes[2].set_ylabel("singular value")
    axes[2].legend(loc="upper left")
    axes[3].set_ylabel("squared overlap")
    axes[3].set_ylim(-0.03, 1.03)

    ax = axes[4]
    ax.set_title("right vector with $a$")
    for series, (teacher, label) in enumerate(_TEACHERS.items()):
        simulation(ax, runs[runs["teacher"] == teacher], "eta", "neuron_alignment", label=label, series=series)
        theory(ax, predicted[predicted["teacher"] == teacher], "eta", "neuron_alignment", label=f"theory, {label}", dash=series)
    ax.set_xlabel(r"step size $\eta$")
    ax.set_ylabel("squared overlap")
    ax.set_ylim(-0.03, 1.03)

    _remainder(axes[5], tables.runs("rank_one"))
    letter(axes)


def _vector(ax: Axes, entries: np.ndarray, mean: float) -> None:
    """Draw the entries of the leading vector and, as theory, their means on the two halves."""
    ax.set_title(f"its leading vector, $d$ = {len(entries)}")
    index = np.arange(1, len(entries) + 1)
    ax.plot(index, entries, linestyle="none", marker=".", markersize=2, color=SERIES[0][0], label="simulation")
    half = len(entries) / 2
    levels = pd.DataFrame({"index": [1, half, half, len(entries)], "mean": [-mean, -mean, mean, mean]})
    theory(ax, levels, "index", "mean", label="theory: mean")
    figure = ax.figure
    assert isinstance(figure, Sheet)
    figure.record(ax, "entries", "simulation", x=index, y=entries)
    reach = 1.1 * float(np.abs(entries).max())
    ax.set_ylim(-reach, 1.6 * reach)
    ax.set_xlabel("coordinate")
    ax.set_ylabel(r"$\sqrt{d}\,u_1$")
    ax.legend(loc="upper left", ncols=2)


def _remainder(ax: Axes, runs: pd.DataFrame) -> None:
    ax.set_title("distance from rank one")
    simulation(ax, runs, "d", "distance", label="simulation", series=2)
    sizes = np.sort(runs["d"].unique())
    start = runs[runs["d"] == sizes[0]]["distance"].mean()
    guide(ax, sizes, start * (sizes / sizes[0]) ** -0.5, label="slope $-1/2$")
    ax.set_xscale("log")
    ax.set_yscale("log")
    ax.set_xticks(sizes, [str(size) for size in sizes])
    ax.set_yticks([0.05, 0.1, 0.2], ["0.05", "0.1", "0.2"])
    ax.minorticks_off()
    ax.set_xlabel("dimension $d$")
    ax.set_ylabel(r"$\|G-\mu_1 g a^\top\|/\|G\|$")
    ax.legend()
