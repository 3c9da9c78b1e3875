"""The generalisation gap."""

from feature_learning.core.tables import Tables
from feature_learning.plotting.overlay import letter, simulation, theory
from feature_learning.plotting.sheet import Sheet


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the gap, one panel per width and one curve per dimension."""
    runs = tables.runs("gap")
    widths = sorted(runs["width"].unique())
    axes = figure.panels(1, len(widths), height=2.6, width=6.75)
    for ax, width in zip(axes, widths, strict=True):
        ax.set_title(f"m = {width}")
        theory(ax, tables.theory("gap"), "t_over_d", "bound", label=r"$\sqrt{d/T}$", dash=1)
        for series, (d, own) in enumerate(runs[runs["width"] == width].groupby("d", sort=True)):
            simulation(ax, own, "t_over_d", "gap", label=f"d = {d}", series=series, joined=True)
        ax.set_xscale("log")
        ax.set_yscale("log")
        ax.set_ylim(1e-3, 1)
        ax.set_xticks([4, 16, 64], ["4", "16", "64"])
        ax.minorticks_off()
        ax.set_xlabel("samples per dimension, $T/d$")
    axes[0].set_ylabel("generalisation gap")
    axes[0].legend(loc="lower left")
    letter(axes)
