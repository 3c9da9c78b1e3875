"""One new direction or two."""

import math
from typing import Any

import matplotlib as mpl

from feature_learning.core.tables import Tables
from feature_learning.papers.dandi2023.shared.panels import theory_at_steps
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.key import Entry
from feature_learning.plotting.lines import level, logarithmic
from feature_learning.plotting.marks import simulation
from feature_learning.plotting.palette import GREY, darker, unordered
from feature_learning.plotting.sheet import Sheet

_PANELS = {"f1-spread": "$f_1$: one direction", "f2-spread": "$f_2$: a weak second", "f2-equal": r"$f_2$, $a_i = \pm 1$: one"}
_VALUES = unordered(
    "quantity",
    {"first": r"overlap with $w^*_1$", "strength_1": "first new direction", "strength_2": "second new direction"},
)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw overlap and strengths after one and two steps, on a logarithmic axis."""
    for ax, (case, title) in zip(figure.panels(1, 3, height=2.0, sharey="row"), _PANELS.items(), strict=True):
        ax.set_title(title)
        runs = tables.runs("direction_count", case=case)
        columns = list(_VALUES.names)
        law = tables.theory("direction_count", case=case).melt("time", columns, "quantity")
        theory_at_steps(ax, law[law["value"] > 0], "value", _VALUES)
        simulation(ax, estimates(runs, columns, ["time"], "log"), "time", _VALUES, dodge=4)
        for number, (value, rows) in enumerate(_VALUES.split(law[law["value"] == 0])):
            place = rows["time"] + 0.12 * (number - 0.5)
            ax.plot(place, [0.02] * len(rows), linestyle="none", transform=ax.get_xaxis_transform(), **_arrow(value))
            figure.record(ax, "0 by symmetry", "theory", x=place, y=rows["value"])
        figure.name(Entry(ax, "0 by symmetry", "simulation", GREY, "v"))
        level(ax, 1 / math.sqrt(float(runs["d"].iloc[0])), "$d^{-1/2}$" if case == "f2-equal" else "")
        logarithmic(ax, "y")
        ax.set_xlim(0.5, 2.5)
        ax.set_xticks([1, 2])
        ax.set_xlabel("steps $T$")
        ax.set_ylabel("overlap, strength")


def _arrow(value: str) -> dict[str, Any]:
    size = 0.8 * mpl.rcParams["lines.markersize"]
    return {"marker": "v", "color": darker(_VALUES.colours[value]), "markersize": size, "clip_on": False}
