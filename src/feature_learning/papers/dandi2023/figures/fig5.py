"""One new direction or two."""

import math

from feature_learning.core.tables import Tables
from feature_learning.papers.dandi2023.panels import theory_at_steps
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.lines import level, logarithmic
from feature_learning.plotting.marks import simulation
from feature_learning.plotting.palette import unordered
from feature_learning.plotting.sheet import Sheet

_PANELS = (
    ("example-3a", "spread", "$f_1$: one direction"),
    ("example-3b", "spread", "$f_2$: a weak second"),
    ("example-3b", "equal", r"$f_2$, $a_i = \pm 1$: one"),
)
_VALUES = unordered(
    "quantity",
    {"first": r"overlap with $w^*_1$", "strength_1": "first new direction", "strength_2": "second new direction"},
)
_NOISE = 0.01  # of the Monte Carlo average over readouts: smaller predictions are 0


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw overlap and strengths after one and two steps, on a logarithmic axis."""
    for ax, (target, readout, title) in zip(figure.panels(1, 3, height=2.0, sharey="row"), _PANELS, strict=True):
        ax.set_title(title)
        where = {"target": target, "readout": readout}
        runs = tables.runs("direction_count", **where)
        columns = list(_VALUES.names)
        law = tables.theory("direction_count", **where).melt("time", columns, "quantity")
        theory_at_steps(ax, law[law["value"] > _NOISE], "value", _VALUES)
        simulation(ax, estimates(runs, columns, ["time"], "log"), "time", _VALUES, dodge=3)
        level(ax, 1 / math.sqrt(float(runs["d"].iloc[0])), "$d^{-1/2}$" if readout == "equal" else "")
        logarithmic(ax, "y")
        ax.set_xlim(0.5, 2.5)
        ax.set_xticks([1, 2])
        ax.set_xlabel("steps $T$")
        ax.set_ylabel("overlap, strength")
