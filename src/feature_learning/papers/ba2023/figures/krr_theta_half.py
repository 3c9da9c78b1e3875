"""The strength of the spike at which half of a degree is learned, against d."""

import numpy as np
from matplotlib.axes import Axes

from feature_learning.core.tables import Tables
from feature_learning.papers.ba2023.half_points import kernel_rise
from feature_learning.papers.ba2023.model import PURE
from feature_learning.plotting.overlay import estimates, guide, letter, theory
from feature_learning.plotting.sheet import Sheet
from feature_learning.statistics.intervals import fitted


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw simulated half points over the equivalent's, and the equivalent's at very large d."""
    axes = figure.panels(1, 2, height=2.8)
    largest = float(tables.runs("kernel_ridge")["d"].max())
    _prediction(axes[0], tables, 0, 4 * largest)
    for series, name in enumerate(PURE):
        rise = kernel_rise(tables, name)
        found = [fitted(rise.curves, rise.half_at(number)) for number in range(len(rise.d))]
        estimates(axes[0], rise.d.tolist(), found, label=rf"$H_{series + 1}$", series=series)
    _prediction(axes[1], tables, 0, np.inf)
    axes[0].set_title("simulated sizes")
    axes[1].set_title("beyond")
    sizes = sorted(tables.theory("kernel_half", target="he1").query("d <= @largest * 4")["d"].astype(int))
    axes[0].set_xticks(sizes, [f"{d}" for d in sizes])
    axes[0].minorticks_off()
    axes[0].legend(loc="upper left", ncols=2)
    for ax in axes:
        ax.set_xlabel("$d$")
        ax.set_ylabel(r"$\theta$ at which half is learned")
    axes[0].set_ylim(0.7, 700)
    axes[1].set_xticks([1e2, 1e4, 1e6, 1e8, 1e10, 1e12])
    axes[1].minorticks_off()
    letter(axes)


def _prediction(ax: Axes, tables: Tables, low: float, high: float) -> None:
    frame = tables.theory("kernel_half")
    frame = frame[(frame["d"] >= low) & (frame["d"] <= high)]
    for j, name in enumerate(PURE, start=1):
        own = frame[frame["target"] == name].sort_values("d")
        theory(ax, own, "d", "half", label="theory" if j == 1 else f"_theory, j = {j}", dash=j - 1)
        d, last = own["d"].to_numpy(), float(own["half"].iloc[-1])
        if high == np.inf:
            guide(ax, d, 0.55 * last * (d / d[-1]) ** (1 - 1 / j))
            ax.annotate(("slope 0", "1/2", "2/3")[j - 1], (d[-1], 0.55 * last), xytext=(3, -3), textcoords="offset points", fontsize=6.5)
            ax.set_xlim(d[0] / 4, 100 * d[-1])
    ax.set_xscale("log")
    ax.set_yscale("log")
