"""One new direction or two."""

import math

import matplotlib as mpl

from feature_learning import plotting as plot
from feature_learning.papers.dandi2023.shared.panels import theory_at_steps
from feature_learning.plotting import Sheet, Tables

_TITLES = {
    "f1-spread": "$f_1$: one direction",
    "f2-spread": "$f_2$: a weak second",
    "f2-equal": r"$f_2$, $a_i = \pm 1$: one",
}
_NAMES = {
    "first": r"overlap with $w^*_1$",
    "strength_1": "first new direction",
    "strength_2": "second new direction",
}
_VALUES = plot.unordered("quantity", _NAMES)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw overlap and strengths after one and two steps, on a logarithmic axis."""
    columns, chance = list(_NAMES), 1 / math.sqrt(tables.value("direction_count", "d"))
    for ax, case in figure.facets(list(_TITLES), _TITLES.__getitem__, height=2.0):
        runs = tables.runs("direction_count", case=case)
        law = tables.theory("direction_count", case=case).melt("time", columns, "quantity")
        theory_at_steps(ax, law[law["value"] > 0], "value", _VALUES)
        plot.simulation(ax, plot.estimates(runs, columns, ["time"], "log"), "time", _VALUES)
        for number, (value, rows) in enumerate(_VALUES.split(law[law["value"] == 0])):
            place = rows["time"] + 0.12 * (number - 0.5)
            (arrows,) = ax.plot(place, [0.02] * len(rows), "v", transform=ax.get_xaxis_transform())
            arrows.set(color=plot.darker(_VALUES.colours[value]), clip_on=False)
            arrows.set_markersize(0.8 * mpl.rcParams["lines.markersize"])
            figure.record(ax, "0 by symmetry", "theory", x=place, y=rows["value"])
        figure.name(plot.Entry(ax, "0 by symmetry", "simulation", plot.GREY, "v"))
        plot.level(ax, chance, "$d^{-1/2}$" if case == "f2-equal" else "")
        plot.logarithmic(ax, "y")
        ax.set(xlim=(0.5, 2.5), xticks=[1, 2], xlabel="steps $T$", ylabel="overlap, strength")
