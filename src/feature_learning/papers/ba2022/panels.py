"""The risk after steps of order one against a size, which fig3a and fig3b share."""

from matplotlib.axes import Axes

from feature_learning.core.tables import Tables
from feature_learning.plotting.overlay import level, simulation, theory


def risk_panel(ax: Axes, tables: Tables, experiment: str, over: str, *, median: bool = False) -> None:
    """Draw simulation and prediction for each step, and the bound on kernels.

    Parameters
    ----------
    ax
        Where to draw.
    tables
        The paper's tables.
    experiment, over
        Which runs, and the size on the axis.
    median
        Draw medians, where the risk is heavy-tailed.
    """
    runs, predicted = tables.runs(experiment), tables.theory(experiment)
    for series, (eta, own) in enumerate(runs.groupby("eta", sort=True)):
        simulation(ax, own, over, "risk", label=rf"$\eta$ = {eta:g}", series=series, median=median)
        theory(ax, predicted[predicted["eta"] == eta], over, "risk", label="theory" if series == 0 else f"_theory, eta = {eta:g}")
    level(ax, predicted["bound"].iloc[0], label="bound on kernels")
    ax.set_xscale("log")
    ax.minorticks_off()
