"""The gradient is nearly rank one."""

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.plotting.overlay import guide, simulation, theory
from feature_learning.plotting.sheet import Sheet


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the three relative distances against n."""
    (ax,) = figure.panels(height=2.6)
    runs = tables.runs("gradient_rank")
    simulation(ax, runs, "n", "dropped", label=r"interaction dropped, $c_1 a\beta^\top$", series=0)
    simulation(ax, runs, "n", "kept_corrected", label=r"kept, $c_1 a\,(X^\top(y-f_0)/n)^\top$", series=1)
    simulation(ax, runs, "n", "kept", label=r"kept, $c_1 a\beta^\top$ (talk)", series=2)
    theory(ax, tables.theory("gradient_rank"), "n", "kept", label="theory for the last")
    sizes = np.sort(runs["n"].unique())
    start = runs[runs["n"] == sizes[0]]["dropped"].mean()
    guide(ax, sizes, 0.8 * start * (sizes / sizes[0]) ** -0.5, label="slope $-1/2$")
    ax.set_xscale("log")
    ax.set_yscale("log")
    ax.set_xticks(sizes, [str(size) for size in sizes])
    ax.minorticks_off()
    ax.set_yticks([0.1, 0.2, 0.5], ["0.1", "0.2", "0.5"])
    ax.set_xlabel("sample size $n$")
    ax.set_ylabel(r"$\|G-L\|_{op}\,/\,\|L\|_{op}$")
    ax.legend(loc="upper right", bbox_to_anchor=(1.0, 0.92))
