"""One giant step and the transitions of pure leaps, at growing dimension."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning.core.tables import Tables
from feature_learning.papers.reduction.shared.comparison import controlled
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.lines import logarithmic, number
from feature_learning.plotting.marks import runs as single
from feature_learning.plotting.marks import simulation, theory
from feature_learning.plotting.palette import GREY, ordered
from feature_learning.plotting.sheet import Sheet

_NAME = "one step (faint: seeds)"
_SIZES = ("smallest $d$", "middle $d$", "largest $d$")


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw cosines and their gap to the limit against d, and alignments against n/d^l."""
    axes = figure.panels(2, 3, height=1.75)
    _one_step(tables, axes[:3])
    runs, law = tables.runs("transition"), tables.theory("transition")
    runs = controlled(runs, law)
    for ax in axes[4:]:
        ax.sharey(axes[3])
        ax.tick_params(labelleft=False)
    for ax, leap in zip(axes[3:], (1, 2, 3), strict=True):
        own, predicted = (frame[frame["leap"] == leap] for frame in (runs, law))
        if own.empty:  # small scales leave some leaps out
            ax.set_visible(False)
            continue
        _transition(ax, own, predicted)
        smallest, largest = (number(float(d)) for d in (own["d"].min(), own["d"].max()))
        ax.set_title(rf"leap {leap}: $d = {smallest}$ to ${largest}$")
        ax.set_xlabel(f"$n/d^{leap}$" if leap > 1 else "$n/d$")


def _transition(ax: Axes, runs: pd.DataFrame, law: pd.DataFrame) -> None:
    order = sorted(law["d"].unique())
    dimensions = ordered("d", order, lambda d: _SIZES[order.index(d)])
    theory(ax, law, "ratio", "finite", dimensions)
    theory(ax, law.drop_duplicates("ratio"), "ratio", "alignment", label=r"$d \to \infty$")
    simulation(ax, estimates(runs, "controlled", ["d", "ratio"]), "ratio", dimensions, nested=True)
    logarithmic(ax, "x", ticks=(0.25, 0.5, 1, 2))
    ax.set_ylabel("mean squared cosine")


def _one_step(tables: Tables, axes: list[Axes]) -> None:
    runs, law = tables.runs("one_step"), tables.theory("one_step")
    limit, constant = float(law["along"].iloc[0]), float(law["scaled_across"].iloc[0])
    d = np.unique(runs["d"].to_numpy(dtype=float))
    runs = runs.assign(gap=(runs["along"] - limit).abs())
    along, gap, across = axes
    along.set_title("the cosine is the limit's")
    single(along, runs, "d", "along", label=_NAME)
    theory(along, law, "d", "along", label=r"$d \to \infty$")
    simulation(along, estimates(runs, "along", ["d"]), "d", label=_NAME)
    along.set_ylabel("mean cosine")
    gap.set_title("up to the batch's noise")
    found = _root_mean_squares(gap, runs, "gap")
    fitted = float(np.exp(np.log(found["estimate"] * np.sqrt(found["d"])).mean()))
    line = pd.DataFrame({"d": d, "gap": fitted * d**-0.5})
    theory(gap, line, "d", "gap", label=rf"${fitted:.2f}\,d^{{-1/2}}$, fitted", colour=GREY)
    gap.set_ylabel("distance from the limit")
    across.set_title("nothing is learned across")
    line = pd.DataFrame({"d": d, "across": np.sqrt(constant) * d**-0.5})
    theory(across, line, "d", "across", label=r"$d \to \infty$")
    _root_mean_squares(across, runs, "across")
    across.set_ylabel("cosine across the line")
    for ax in axes:
        logarithmic(ax, "x", ticks=(1e2, 1e4, 1e6))
        ax.set_xlabel("dimension $d$")


def _root_mean_squares(ax: Axes, runs: pd.DataFrame, column: str) -> pd.DataFrame:
    """Draw seeds and their root mean squares, and return the latter."""
    single(ax, runs, "d", column, label=_NAME)
    found = estimates(runs, column, ["d"], "rms")
    simulation(ax, found, "d", label=_NAME)
    logarithmic(ax, "y")
    return found
