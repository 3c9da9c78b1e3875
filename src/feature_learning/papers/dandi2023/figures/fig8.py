"""Plateaus of random features."""

from feature_learning.core.tables import Tables
from feature_learning.plotting.overlay import REFERENCE, letter, simulation, theory
from feature_learning.plotting.sheet import Sheet


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the error against samples and against features, over the deterministic equivalent."""
    axes = figure.panels(1, 2, height=2.5)
    large = int(tables.runs("random_features")["large"].iloc[0])
    for ax, varied, symbol, other in ((axes[0], "samples", "n", "p"), (axes[1], "width", "p", "n")):
        ax.set_title(f"{other} = {large}")
        for plateau in (1, 2, 3):
            ax.axhline(plateau, linestyle=":", **REFERENCE)
        theory(ax, tables.theory("random_features", varied=varied), "size", "error", label="deterministic equivalent")
        simulation(ax, tables.runs("random_features", varied=varied), "size", "error", label="random features")
        ax.set_xscale("log")
        ax.set_ylim(0.8, 3.4)
        ax.set_xlabel(f"{varied}, ${symbol}$")
        ax.set_ylabel("test error")
    axes[0].legend(loc="lower left")
    letter(axes)
