"""The exponent in d of the samples from which a third of the runs find the direction."""

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.mousavi2023.shared.model import ISOTROPIC, Structure
from feature_learning.papers.mousavi2023.shared.structures import structure_hue
from feature_learning.papers.mousavi2023.shared.thresholds import Thresholds
from feature_learning.plotting import Sheet, Tables

_GAINS = (Structure(0.0, 0.9), Structure(0.25, 0.4))
_ORDER, _BOUND = "order $d$", "sufficient (theorem)"
_TOP = -0.45  # of the rows, under the names of line and ticks


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw exponents by structure next to those of the theorem, and what two spikes save."""
    exponents, gains = figure.hero(1, share=0.58, height=2.6)
    runs = tables.runs("overlap")
    thresholds = Thresholds.of(runs)
    structures = Structure.in_rows(runs).values()
    _exponents(exponents, tables, thresholds, structures)
    _gains(gains, thresholds, structures)
    pooled = thresholds.interval(lambda mean: float(np.nanmean(thresholds.slopes(mean))))
    sizes = sorted(runs["d"].unique())
    figure.say(pooled=pooled.estimate, low=pooled.low, high=pooled.high)
    figure.say(smallest=sizes[0], largest=sizes[-1], count=len(thresholds.structures))


def _gains(ax: Axes, thresholds: Thresholds, structures: Iterable[Structure]) -> None:
    """Draw by which factor two spikes lower the samples, against d."""
    hue = structure_hue(structures)
    shown = [each.name for each in _GAINS if each.name in thresholds.structures]
    names = {each.name: "$({:g}, {:g})$".format(*each.exponents) for each in _GAINS}
    own = replace(
        hue,
        names={name: names[name] for name in shown},
        colours={name: hue.colours[name] for name in shown},
    )

    def gain(structure: str, place: int, mean: np.ndarray) -> float:
        needed = thresholds.log_needed(mean)[:, place]
        saved = needed[thresholds.place(ISOTROPIC.name)] - needed[thresholds.place(structure)]
        return float(np.exp(saved))

    tables = []
    for name in shown:
        found = [
            thresholds.interval(partial(gain, name, place)) for place in range(len(thresholds.d))
        ]
        seeds = len(thresholds.shares)
        at = {"d": thresholds.d.tolist(), "structure": name}
        tables.append(plot.points(found, seeds, "fitted ratio", **at))
    table = pd.concat(tables).dropna(subset="estimate")
    plot.simulation(ax, table, "d", own, join=True, ends=True)
    plot.level(ax, 1.0, "no gain")
    plot.logarithmic(ax, "x", ticks=thresholds.d)
    plot.logarithmic(ax, "y", ticks=[0.5, 1, 2, 4, 8])
    ax.set(
        title=r"What a spike $(\gamma_1, \gamma_2)$ saves",
        xlabel="dimension $d$",
        ylabel="samples, without over with",
    )
    strong, weak = (table[table["structure"] == each.name] for each in _GAINS)
    plot.sheet_of(ax).say(
        least=strong["estimate"].min(),
        most=strong["estimate"].max(),
        weak_least=weak["estimate"].min(),
        weak_most=weak["estimate"].max(),
        weak_none=int((weak["low"] < 1).sum()),
        weak_all=len(weak),
    )


def _exponents(
    ax: Axes, tables: Tables, thresholds: Thresholds, structures: Iterable[Structure]
) -> None:
    """Draw the threshold's exponent in d by structure, next to what the theorem requires."""

    def slope(structure: int, mean: np.ndarray) -> float:
        return float(thresholds.slopes(mean)[structure])

    hue = structure_hue(structures)
    names = {name: hue.names[name] for name in hue.names if name in thresholds.structures}
    slopes = [thresholds.interval(partial(slope, thresholds.place(name))) for name in names]
    table = plot.points(slopes, len(thresholds.shares), "fitted exponent", structure=list(names))
    bounds = {name: tables.value("overlap", "exponent", structure=name) for name in names}
    plot.forest(
        ax,
        table,
        "structure",
        names,
        predicted=bounds,
        prediction=_BOUND,
        beside=False,
        colours=hue.colours,
    )
    plot.sheet_of(ax).record(ax, _ORDER, "guide", x=[1.0], y=[np.nan])
    first, size = next(iter(bounds.values())), plot.sheet_of(ax).target.smallest
    for name, x, colour in ((_ORDER, 1.0, "0.42"), (_BOUND, first, plot.PREDICTION)):
        label = ax.annotate(name, (x, _TOP), (0, 1), textcoords="offset points", fontsize=size)
        label.set(color=colour, va="bottom", ha="center")
    # A bar that decides nothing would squeeze the others.
    cut = np.flatnonzero(table["low"].to_numpy(dtype=float) < 0)
    for row, name in zip(cut, table["structure"].iloc[cut], strict=True):
        ax.plot([0], [row], "<", color=hue.colours[name], markersize=3, clip_on=False)
    lowest, _ = ax.get_ylim()
    ax.vlines(1.0, _TOP, lowest, color=plot.GREY, linewidth=0.5, zorder=1.5)
    ax.set_ylim(lowest, -1.1)
    ax.set_xlim(0.0, 1.1 * max(3.0, *bounds.values()))
    ax.set(title="Learned from $n$ of order $d$", xlabel="exponent of the samples $n$ in $d$")
