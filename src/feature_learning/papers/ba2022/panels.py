"""The risk after steps of order one, and its gain, against a size; shared by fig3a and fig3b."""

import pandas as pd
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
        The experiment, and the size on the axis.
    median
        Draw medians, for a heavy-tailed risk.
    """
    runs, predicted = tables.runs(experiment), tables.theory(experiment)
    for series, (eta, own) in enumerate(runs.groupby("eta", sort=True)):
        simulation(ax, own, over, "risk", label=rf"$\eta$ = {eta:g}", series=series, median=median)
        theory(ax, predicted[predicted["eta"] == eta], over, "risk", label="theory" if series == 0 else f"_theory, eta = {eta:g}")
    level(ax, predicted["bound"].iloc[0], label="bound on kernels")
    ax.set_xscale("log")
    ax.minorticks_off()


def gain_panel(ax: Axes, tables: Tables, experiment: str, over: str, *, median: bool = False) -> None:
    """Draw random features minus one step, paired by seed, for each step; parameters as in `risk_panel`."""
    runs = _gains(tables.runs(experiment), ["seed", over])
    predicted = _gains(tables.theory(experiment), [over])
    for series, (eta, own) in enumerate(runs.groupby("eta", sort=True), start=1):
        simulation(ax, own, over, "gain", label=rf"$\eta$ = {eta:g}", series=series, median=median)
        theory(ax, predicted[predicted["eta"] == eta], over, "gain", label="theory" if series == 1 else f"_theory, eta = {eta:g}")
    ax.set_xscale("log")
    ax.minorticks_off()
    ax.set_ylabel("random features minus one step")


def _gains(frame: pd.DataFrame, keys: list[str]) -> pd.DataFrame:
    """Return the differences from eta = 0 at equal keys."""
    none = frame[frame["eta"] == 0][[*keys, "risk"]].rename(columns={"risk": "untrained"})
    joined = frame[frame["eta"] > 0].merge(none, on=keys)
    return joined.assign(gain=joined["untrained"] - joined["risk"])
