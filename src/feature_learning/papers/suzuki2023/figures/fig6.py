"""Objective and discrepancy on the torus."""

from feature_learning.core.tables import Tables
from feature_learning.plotting.overlay import letter, mark, simulation
from feature_learning.plotting.sheet import Sheet
from feature_learning.statistics.evidence import by_run


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the objective at constant temperatures, and the discrepancy for three schedules."""
    axes = figure.panels(1, 2, height=2.6)
    runs = by_run(tables.runs("torus"))
    axes[0].set_title("objective, while there is noise")
    end = float(runs["noisy_share"].iloc[0] * runs["steps"].iloc[0])
    for series, tau in enumerate((0.03, 0.1, 0.3)):
        own = runs[(runs["noise"] == f"tau-{tau}") & (runs["t"] <= end)]
        own = own.assign(objective=own["gap"] / 2 + tau * own["negative_entropy"])
        simulation(axes[0], own, "t", "objective", label=rf"$\tau$ = {tau}", series=series, joined=True, size=3)
    axes[0].set_ylabel(r"$G/2 + \tau\, E \log\mu$")
    axes[1].set_title("discrepancy")
    for series, (noise, label) in enumerate((("none", "no noise"), ("annealed", r"$\tau = 20/(t+1)$"), ("tau-0.1", r"$\tau = 0.1$"))):
        simulation(axes[1], runs[runs["noise"] == noise], "t", "gap", label=label, series=series, joined=True, size=3)
    axes[1].set_ylabel("G")
    axes[1].set_yscale("log")
    mark(axes[1], [end])
    for ax in axes:
        ax.set_xlabel("iteration")
        ax.legend(loc="upper right")
    letter(axes)
