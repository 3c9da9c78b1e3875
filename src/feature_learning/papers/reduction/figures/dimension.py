"""One giant step and the transitions of pure leaps, at growing dimension."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning.core.tables import Tables
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.lines import logarithmic, number
from feature_learning.plotting.marks import runs as single
from feature_learning.plotting.marks import simulation, theory
from feature_learning.plotting.palette import GREY, ordered
from feature_learning.plotting.sheet import Sheet

_NAME = "one step (faint: runs)"


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw cosines and their gap to the limit against d, and alignments against n/d^l."""
    axes = figure.panels(2, 3, height=1.75)
    _one_step(tables, axes[:3])
    runs, law = tables.runs("transition"), tables.theory("transition")
    for ax in axes[4:]:
        ax.sharey(axes[3])
        ax.tick_params(labelleft=False)
    factors = ordered("factor", runs["factor"], _multiple)
    for ax, leap in zip(axes[3:], (1, 2, 3), strict=True):
        own = runs[runs["leap"] == leap]
        if own.empty:  # small scales leave some leaps out
            ax.set_visible(False)
            continue
        ax.set_title(rf"$\ell = {leap}$, $d_0 = {number(float(own['d'].min()))}$")
        theory(ax, law[law["leap"] == leap], "ratio", "alignment", label=r"$d \to \infty$")
        simulation(ax, estimates(own, "alignment", ["factor", "ratio"], "logit"), "ratio", factors, dodge=3)
        logarithmic(ax, "x", ticks=(0.25, 0.5, 1, 2))
        ax.set_xlabel(f"$n/d^{leap}$" if leap > 1 else "$n/d$")
        ax.set_ylabel("mean squared cosine")
    axes[3].set_ylim(bottom=0)


def _multiple(factor: int) -> str:
    return "$d = d_0$" if factor == 1 else f"$d = {factor}\\,d_0$"


def _one_step(tables: Tables, axes: list[Axes]) -> None:
    runs, law = tables.runs("one_step"), tables.theory("one_step")
    limit = float(law["along"].iloc[0])
    d = np.unique(runs["d"].to_numpy(dtype=float))
    runs = runs.assign(gap=(runs["along"] - limit).abs())
    along, gap, across = axes
    along.set_title("the cosine is the limit's")
    theory(along, law, "d", "along", label=r"$d \to \infty$")
    simulation(along, estimates(runs, "along", ["d"]), "d", label=_NAME)
    along.set_ylabel("mean cosine")
    gap.set_title("up to fluctuations")
    _falling(gap, runs, "gap", d)
    gap.set_ylabel("distance from the limit")
    across.set_title("nothing across")
    _falling(across, runs, "across", d)
    across.set_ylabel("cosine across the line")
    for ax in axes:
        logarithmic(ax, "x", ticks=(1e2, 1e4, 1e6))
        ax.set_xlabel("dimension $d$")


def _falling(ax: Axes, runs: pd.DataFrame, column: str, d: np.ndarray) -> None:
    """Draw seeds, their estimate, and a line of slope -1/2 whose constant is fitted."""
    single(ax, runs, "d", column, label=_NAME)
    found = estimates(runs, column, ["d"], "log").sort_values("d")
    scaled = np.log(found["estimate"].to_numpy() * np.sqrt(found["d"].to_numpy(dtype=float)))
    line = pd.DataFrame({"d": d, column: np.exp(scaled.mean()) * d**-0.5})
    theory(ax, line, "d", column, label=r"$c\,d^{-1/2}$, $c$ fitted", colour=GREY)
    simulation(ax, found, "d", label=_NAME)
    logarithmic(ax, "y")
