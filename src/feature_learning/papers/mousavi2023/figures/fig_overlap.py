"""Overlap at the end of the whitened flow against n/d, by strength and by alignment of the spike."""

import pandas as pd
from matplotlib.axes import Axes

from feature_learning.core.tables import Tables
from feature_learning.papers.mousavi2023.model import gammas
from feature_learning.plotting.overlay import SERIES, estimates, letter, simulation, theory
from feature_learning.plotting.sheet import Sheet
from feature_learning.statistics.intervals import fraction

_BY_STRENGTH = ("isotropic", "0-0.3", "0-0.6", "0-0.9")
_TICK = 2.6  # the n/d at which the initial overlaps are marked
_BY_ALIGNMENT = ("0-0.9", "0.15-0.9", "0.3-0.9", "0.5-0.9")


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the mean at each d, then the share of aligned runs at the largest."""
    sizes = sorted(map(int, tables.runs("overlap")["d"].unique()))[-2:]
    axes = figure.panels(len(sizes) + 1, 2, height=2.1)
    for column, (structures, index) in enumerate(((_BY_STRENGTH, 1), (_BY_ALIGNMENT, 0))):
        for row, d in enumerate(sizes):
            ax = axes[2 * row + column]
            ax.set_title(rf"{'by strength' if index else 'by alignment'}, $d$ = {d}")
            _means(ax, tables, structures, index, d)
        last = axes[2 * len(sizes) + column]
        last.set_title(f"share of aligned runs, $d$ = {sizes[-1]}")
        _shares(last, tables, structures, index, sizes[-1])
        last.set_xlabel("$n/d$")
        axes[column].legend(loc="upper left", ncols=2, title=r"spike along the target" if index else r"$\gamma_2$ = 0.9")
    for row in range(len(sizes)):
        axes[2 * row].set_ylabel(r"mean $|\omega|$")
    axes[2 * len(sizes)].set_ylabel(r"share with $|\omega| > 0.5$")
    letter(axes)


def _name(structure: str, index: int) -> str:
    pair = gammas(structure)
    return structure if pair is None else rf"$\gamma_{2 if index else 1}$ = {pair[index]:g}"


def _axes(ax: Axes) -> None:
    ax.set_xscale("log", base=2)
    ax.set_ylim(-0.03, 1.45)
    ax.set_yticks([0, 0.5, 1])


def _means(ax: Axes, tables: Tables, structures: tuple[str, ...], index: int, d: int) -> None:
    for series, structure in enumerate(structures):
        runs = tables.runs("overlap", d=d, structure=structure)
        simulation(ax, runs, "ratio", "overlap", label=_name(structure, index), series=series, joined=True)
        start = float(tables.theory("overlap", d=d, structure=structure)["start"].iloc[0])
        ticks = pd.DataFrame({"ratio": [_TICK / 1.15, _TICK * 1.15], "start": [start, start]})
        theory(ax, ticks, "ratio", "start", label=f"_start, {structure}", color=SERIES[series][0])
    _axes(ax)


def _shares(ax: Axes, tables: Tables, structures: tuple[str, ...], index: int, d: int) -> None:
    for series, structure in enumerate(structures):
        groups = list(tables.runs("overlap", d=d, structure=structure).groupby("ratio", sort=True)["aligned"])
        found = [fraction(group.to_numpy(float)) for _, group in groups]
        ratios = sorted(map(float, tables.runs("overlap")["ratio"].unique()))
        estimates(ax, ratios, found, label=_name(structure, index), series=series, joined=True)
    _axes(ax)
    ax.set_ylim(-0.03, 1.05)
