"""The phase transition at n of order d^l."""

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.plotting.overlay import SERIES, guide, letter, simulation, theory
from feature_learning.plotting.sheet import Sheet
from feature_learning.statistics.exponents import crossing

_THRESHOLDS = {1: 0.25, 2: 0.25, 3: 0.35}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the alignment against n/d^l for each leap, and the thresholds against d."""
    axes = figure.panels(2, 2, height=2.4)
    runs = tables.runs("transition")
    last = axes[3]
    last.set_title("where it crosses")
    for number, leap in enumerate(sorted(map(int, runs["leap"].unique()))):
        own = runs[runs["leap"] == leap]
        ax = axes[number]
        ax.set_title(rf"$l = {leap}$")
        theory(ax, tables.theory("transition", leap=leap), "ratio", "alignment", label="limit")
        found = []
        for series, (d, group) in enumerate(own.groupby("d")):
            simulation(ax, group, "ratio", "alignment", label=f"d = {d}", series=series)
            mean = group.groupby("n")["alignment"].mean()
            found.append((d, crossing(mean.index.to_numpy(dtype=float), mean.to_numpy(), _THRESHOLDS[leap])))
        ax.set_xscale("log", base=2)
        ax.set_xlabel(rf"$n/d^{leap}$")
        ax.set_ylabel(r"mean $\cos^2(g_i, w^*) - 1/d$")
        ax.legend()
        at = np.array(found)
        color, marker = SERIES[number]
        last.plot(
            *at.T, linestyle="none", color=color, marker=marker, markersize=4, markerfacecolor="white", label=rf"$l = {leap}$", zorder=3
        )
        guide(last, at[:, 0], at[-1, 1] * (at[:, 0] / at[-1, 0]) ** leap)
        figure.record(last, f"l = {leap}", "simulation", x=at[:, 0], y=at[:, 1])
    last.set_xscale("log")
    last.set_yscale("log")
    if runs["d"].max() < 100 * runs["d"].min():
        last.set_xticks([25, 50, 100, 200, 400, 800], ["25", "50", "100", "200", "400", "800"])
        last.minorticks_off()
    last.set_xlabel("$d$")
    last.set_ylabel("$n$ at the threshold (grey: slope $l$)")
    last.legend()
    letter(axes)
