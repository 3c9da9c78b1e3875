"""One giant step and the transitions of pure leaps, at growing dimension."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_NAME = "one step (faint: seeds)"
_LIMIT = r"$d \to \infty$"
_SIZES = ("smallest $d$", "middle $d$", "largest $d$")


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw cosines and their gap to the limit against d, and alignments against n/d^l."""
    axes = figure.panels(2, 3, height=1.75)
    _one_step(tables, axes[:3])
    runs, law = tables.runs("transition"), tables.theory("transition")
    for ax in axes[4:]:
        ax.sharey(axes[3])
        ax.tick_params(labelleft=False)
    for ax, leap in zip(axes[3:], (1, 2, 3), strict=True):
        of_leap = runs[runs["leap"] == leap]
        if of_leap.empty:  # small scales leave some leaps out
            ax.set_visible(False)
            continue
        _transition(ax, of_leap, law[law["leap"] == leap])
        smallest, largest = (
            plot.number(float(d)) for d in (of_leap["d"].min(), of_leap["d"].max())
        )
        ax.set(
            title=rf"leap {leap}: $d = {smallest}$ to ${largest}$",
            xlabel=f"$n/d^{leap}$" if leap > 1 else "$n/d$",
            ylabel="mean squared cosine",
        )


def _transition(ax: Axes, runs: pd.DataFrame, law: pd.DataFrame) -> None:
    """Draw alignments as if the neurons had been typical: the prediction for the run's neurons is
    exchanged for that of random ones.
    """
    order = sorted(law["d"].unique())
    dimensions = plot.ordered("d", order, lambda d: _SIZES[order.index(d)])
    plot.theory(ax, law, "ratio", "finite", dimensions)
    plot.theory(ax, law.drop_duplicates("ratio"), "ratio", "alignment", label=_LIMIT)
    runs = runs.merge(law[["d", "ratio", "finite"]], on=["d", "ratio"])
    runs = runs.assign(controlled=runs["alignment"] - runs["predicted"] + runs["finite"])
    plot.simulation(ax, plot.estimates(runs, "controlled", ["d", "ratio"]), "ratio", dimensions)
    plot.logarithmic(ax, "x", ticks=(0.25, 0.5, 1, 2))


def _one_step(tables: Tables, axes: list[Axes]) -> None:
    runs, law = tables.runs("one_step"), tables.theory("one_step")
    limit, constant = (tables.value("one_step", name) for name in ("along", "scaled_across"))
    d = np.unique(runs["d"].to_numpy(dtype=float))
    runs = runs.assign(gap=(runs["along"] - limit).abs())
    along, gap, across = axes
    along.set(title="the cosine is the limit's", ylabel="mean cosine")
    plot.runs(along, runs, "d", "along", label=_NAME)
    plot.theory(along, law, "d", "along", label=_LIMIT)
    plot.simulation(along, plot.estimates(runs, "along", ["d"]), "d", label=_NAME)
    gap.set(title="up to the batch's noise", ylabel="distance from the limit")
    gaps = _root_mean_squares(gap, runs, "gap")
    fitted = float(np.exp(np.log(gaps["estimate"] * np.sqrt(gaps["d"])).mean()))
    line = pd.DataFrame({"d": d, "gap": fitted * d**-0.5})
    plot.theory(
        gap, line, "d", "gap", label=rf"${fitted:.2f}\,d^{{-1/2}}$, fitted", colour=plot.GREY
    )
    across.set(title="nothing is learned across", ylabel="cosine across the line")
    line = pd.DataFrame({"d": d, "across": np.sqrt(constant) * d**-0.5})
    plot.theory(across, line, "d", "across", label=_LIMIT)
    _root_mean_squares(across, runs, "across")
    for ax in axes:
        plot.logarithmic(ax, "x", ticks=(1e2, 1e4, 1e6))
        ax.set_xlabel("dimension $d$")


def _root_mean_squares(ax: Axes, runs: pd.DataFrame, column: str) -> pd.DataFrame:
    """Draw seeds and their root mean squares, and return the latter."""
    plot.runs(ax, runs, "d", column, label=_NAME)
    table = plot.estimates(runs, column, ["d"], "rms")
    plot.simulation(ax, table, "d", label=_NAME)
    plot.logarithmic(ax, "y")
    return table
