"""The exponent in d of the samples from which a third of the runs find the direction."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

import numpy as np
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.mousavi2023.hues import structure_hue
from feature_learning.papers.mousavi2023.model import ISOTROPIC, Structure
from feature_learning.papers.mousavi2023.quantities import (
    arriving,
    exponent_of_samples,
    saved_samples,
)
from feature_learning.plotting import Sheet, Tables

_GAINS = (Structure(0.0, 0.9), Structure(0.25, 0.4))
_ORDER, _BOUND = "order $d$", "sufficient (theorem)"
_TOP = -0.45  # of the rows, under the names of line and ticks


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw exponents by structure next to those of the theorem, what two spikes save, and the
    fraction of neurons that align.
    """
    exponents, gains, shares = figure.hero(2, share=0.56, height=3.6)
    runs = tables.runs("overlap")
    structures = Structure.in_rows(runs)
    _exponents(exponents, tables, structures.values())
    _gains(gains, tables, structures.values())
    _shares(shares, tables, structure_hue(structures.values()).colours)
    sizes = sorted(runs["d"].unique())
    figure.say(smallest=sizes[0], largest=sizes[-1], count=len(structures))


def _gains(ax: Axes, tables: Tables, structures: Iterable[Structure]) -> None:
    """Draw by which factor two spikes lower the samples, against d."""
    hue, present = structure_hue(structures), {each.name for each in structures}
    shown = [each.name for each in _GAINS if each.name in present]
    names = {each.name: "$({:g}, {:g})$".format(*each.exponents) for each in _GAINS}
    own = replace(
        hue,
        names={name: names[name] for name in shown},
        colours={name: hue.colours[name] for name in shown},
    )
    table = saved_samples(tables).at(structure=shown).table().dropna(subset="estimate")
    plot.simulation(ax, table, "d", own, join=True, ends=True)
    plot.level(ax, 1.0, "no gain")
    plot.logarithmic(ax, "x", ticks=tables.values("overlap", "d"))
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


def _shares(ax: Axes, tables: Tables, colours: Mapping[str, str]) -> None:
    """Draw the fraction of neurons that align against n/d, in grey by d, and with a spike at one
    d.
    """
    found = arriving(tables)
    plain, sizes = found.at(structure=ISOTROPIC.name), tables.values("arriving", "d")
    hue = plot.ordered("d", sizes, "$d = {:g}$", "Greys")
    plot.quantity(ax, plain, "ratio", hue, join=True)
    names = {each.name for each in Structure.in_rows(tables.runs("arriving")).values()}
    if _GAINS[0].name in names:
        spiked = found.at(structure=_GAINS[0].name, d="largest")
        name, colour = f"spike, $d = {max(sizes):g}$", colours[_GAINS[0].name]
        plot.quantity(ax, spiked, "ratio", label=name, colour=colour, marker="s", join=True)
    last = plain.at(ratio="largest").table()["estimate"]
    plot.sheet_of(ax).say(least_many=last.min(), most_many=last.max())
    plot.logarithmic(ax, "x", ticks=tables.values("arriving", "ratio"))
    ax.set(title="Neurons that align", xlabel="samples $n/d$", ylabel="fraction")


def _exponents(ax: Axes, tables: Tables, structures: Iterable[Structure]) -> None:
    """Draw the threshold's exponent in d by structure, next to what the theorem requires."""
    hue, table = structure_hue(structures), exponent_of_samples(tables).table()
    names = {name: hue.names[name] for name in hue.names if name in set(table["structure"])}
    predicted = table.set_index("structure")["predicted"]
    bounds = {name: float(predicted[name]) for name in names}
    table = table.drop(columns="predicted").set_index("structure").loc[list(names)].reset_index()
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
