"""One giant step and the transitions of pure leaps, at growing dimension."""

import numpy as np
from matplotlib.axes import Axes

from feature_learning.core.tables import Tables
from feature_learning.plotting.overlay import guide, letter, simulation, theory
from feature_learning.plotting.sheet import Sheet


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw cosines and their gap to the limit against d, and alignments against n/d^l."""
    axes = figure.panels(2, 3, height=2.3)
    _one_step(tables, axes[:3])
    runs, law = tables.runs("transition"), tables.theory("transition")
    for ax, leap in zip(axes[3:], (1, 2, 3), strict=True):
        ax.set_title(f"l = {leap}")
        theory(ax, law[law["leap"] == leap], "ratio", "alignment", label=r"$d \to \infty$")
        for series, (d, own) in enumerate(runs[runs["leap"] == leap].groupby("d")):
            simulation(ax, own, "ratio", "alignment", label=f"d = {d}", series=series)
        ax.set_xscale("log")
        ax.set_xticks([0.25, 0.5, 1, 2], ["0.25", "0.5", "1", "2"])
        ax.minorticks_off()
        ax.set_xlabel(f"$n/d^{leap}$")
        ax.set_ylim(0, None)
        ax.legend(loc="lower right")
    axes[3].set_ylabel("mean squared cosine")
    letter(axes)


def _one_step(tables: Tables, axes: list[Axes]) -> None:
    runs, law = tables.runs("one_step"), tables.theory("one_step")
    limit = float(law["along"].iloc[0])
    d = np.unique(runs["d"].to_numpy(dtype=float))
    along, gap, across = axes
    along.set_title("along the line")
    theory(along, law, "d", "along", label=r"$d \to \infty$")
    simulation(along, runs, "d", "along", label="simulation")
    gap.set_title("distance from the limit")
    simulation(gap, runs.assign(gap=(runs["along"] - limit).abs()), "d", "gap", label="mean absolute distance")
    across.set_title("across the line")
    simulation(across, runs, "d", "across", label="root mean square")
    for ax, label in ((gap, r"slope $-1/2$"), (across, r"$d^{-1/2}$")):
        scale = 1.0 if ax is across else float(np.abs(runs["along"] - limit)[runs["d"] == d[0]].mean()) * d[0] ** 0.5
        guide(ax, d, scale * d**-0.5, label=label)
        ax.set_yscale("log")
    along.set_ylabel("mean cosine")
    for ax in axes:
        ax.set_xscale("log")
        ax.set_xlabel("d")
        ax.legend()
