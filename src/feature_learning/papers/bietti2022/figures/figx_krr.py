"""Kernel ridge regression and the network, by dimension and exponent."""

from feature_learning.core.tables import Tables
from feature_learning.plotting.overlay import letter, level, simulation
from feature_learning.plotting.sheet import Sheet


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw one panel per exponent."""
    kernel, runs, law = tables.runs("kernel_baseline"), tables.runs("learning_curves"), tables.theory("learning_curves")
    exponents, dimensions = sorted(kernel["s"].unique()), sorted(kernel["d"].unique())
    axes = figure.panels(1, len(exponents), height=2.5)
    for ax, s in zip(axes, exponents, strict=True):
        ax.set_title(f"s = {s}")
        for number, d in enumerate(dimensions):
            own = runs[(runs["s"] == s) & (runs["d"] == d) & (runs["n"] >= 100)]
            simulation(ax, own, "n", "refit", label=f"network, d = {d}", series=2 * number, joined=True)
            one = kernel[(kernel["s"] == s) & (kernel["d"] == d)]
            simulation(ax, one, "n", "excess", label=f"kernel, d = {d}", series=2 * number + 1, joined=True)
        level(ax, float(law[law["s"] == s]["null"].iloc[0]), label="null risk")
        ax.set_xscale("log")
        ax.set_yscale("log")
        ax.set_ylim(5e-4, 0.5)
        ax.set_xlabel("n")
    axes[0].set_ylabel("excess risk")
    axes[-1].legend(loc="lower left")
    letter(axes)
