"""The transitions of pure leaps and one giant step, up to a million dimensions."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_MARGIN = 0.03  # of the claim with the widest region
_COLOUR = plot.METHODS["network"]


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw alignments against n/d^l at the largest d, and what is of order d^(-1/2) after one step,
    times sqrt d.
    """
    transition, gap, across = figure.hero(2, share=0.58, height=3.1)
    off = _transition(transition, tables)
    runs = tables.runs("one_step")
    limit, constant = (tables.value("one_step", name) for name in ("along", "scaled_across"))
    root = np.sqrt(runs["d"])
    runs = runs.assign(gap=root * (runs["along"] - limit).abs(), across=root * runs["across"])
    _flat(gap, runs, "gap")
    plot.level(gap, float(np.sqrt((runs["gap"] ** 2).mean())), "mean")
    gap.set(title="Distance from the limit", ylabel=r"$\sqrt{d}\,|\cos - \cos_\infty|$")
    _flat(across, runs, "across")
    plot.level(across, np.sqrt(constant), "limit", colour=plot.PREDICTION)
    across.set(title="Across the line", ylabel=r"$\sqrt{d} \times$ cosine")
    gap.sharex(across)
    largest = runs[runs["d"] == runs["d"].max()]
    distance = abs(largest["along"].mean() - limit)
    figure.say(off=off, gap=f"${plot.number(float(f'{distance:.1g}'))}$")


def _transition(ax: Axes, tables: Tables) -> float:
    """Draw alignments as if the neurons had been typical: the prediction for the run's neurons is
    exchanged for that of random ones. Return the largest difference from the theory.
    """
    runs, law = (
        frame[frame["d"] == frame.groupby("leap")["d"].transform("max")]
        for frame in (tables.runs("transition"), tables.theory("transition"))
    )
    sizes = law.groupby("leap")["d"].max()
    names = {leap: rf"$\ell = {leap}$, $d = {plot.number(float(d))}$" for leap, d in sizes.items()}
    leaps = plot.unordered("leap", names, after=1)
    plot.theory(ax, law, "ratio", "finite", leaps)
    plot.theory(ax, law, "ratio", "alignment", leaps, dashed=True, thin=True)
    runs = runs.merge(law[["leap", "ratio", "finite"]], on=["leap", "ratio"])
    runs = runs.assign(controlled=runs["alignment"] - runs["predicted"] + runs["finite"])
    found = plot.estimates(runs, "controlled", ["leap", "ratio"])
    plot.simulation(ax, found, "ratio", leaps)
    plot.logarithmic(ax, "x")
    plot.residual(
        ax, found, law, "ratio", "finite", leaps, region=(-_MARGIN, _MARGIN), relative=False
    )
    ax.set(title="Pure leaps", xlabel=r"$n/d^\ell$", ylabel="mean squared cosine")
    both = found.merge(law[["leap", "ratio", "finite"]], on=["leap", "ratio"])
    return float((both["estimate"] - both["finite"]).abs().max())


def _flat(ax: Axes, runs: pd.DataFrame, column: str) -> None:
    """Draw root mean squares over seeds against d, on an axis from zero."""
    plot.simulation(ax, plot.estimates(runs, column, ["d"], "rms"), "d", colour=_COLOUR)
    plot.logarithmic(ax, "x")
    ax.set(xlabel="dimension $d$")
    ax.set_ylim(bottom=0)
