"""Floors of few neurons."""

from feature_learning.core.tables import Tables
from feature_learning.plotting.overlay import letter, simulation, theory
from feature_learning.plotting.sheet import Sheet


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the error against the number of steps over its floor, for both examples."""
    axes = figure.panels(1, 2, height=2.4)
    titles = {"example-1": r"$z_1+z_2+H_2(z_1)-H_2(z_2)$", "example-2": r"$z_1+z_2+H_2(z_1)+H_2(z_2)$"}
    for ax, (target, title) in zip(axes, titles.items(), strict=True):
        ax.set_title(title)
        simulation(ax, tables.runs("finite_width", target=target), "time", "error", label="readout refitted", series=0)
        theory(ax, tables.theory("finite_width", target=target), "time", "error", label="floor")
        ax.set_xticks([0, 1, 2, 3])
        ax.set_ylim(-0.3, 7)
        ax.set_xlabel("steps $T$")
        ax.set_ylabel("test error")
    axes[0].legend()
    letter(axes)
