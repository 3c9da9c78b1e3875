"""Accuracy against temperature and width."""

from feature_learning.core.tables import Tables
from feature_learning.plotting.overlay import letter, level, simulation
from feature_learning.plotting.sheet import Sheet
from feature_learning.statistics.evidence import by_run


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw two panels."""
    axes = figure.panels(1, 2, height=2.4)
    for ax, experiment, column, name in (
        (axes[0], "temperature", "heat", r"temperature $\lambda d$"),
        (axes[1], "widths", "width", "width N"),
    ):
        ax.set_title(experiment)
        simulation(ax, by_run(tables.runs(experiment)), column, "accuracy", label="test accuracy", joined=True)
        level(ax, 0.5, label="chance")
        ax.set_xscale("log")
        ax.set_xlabel(name)
        ax.set_ylim(0.45, 1.03)
    axes[0].set_ylabel("test accuracy")
    axes[1].legend(loc="center right")
    letter(axes)
