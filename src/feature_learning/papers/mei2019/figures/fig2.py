"""Noise, signal and the penalty."""

import pandas as pd
from matplotlib.axes import Axes

from feature_learning.core.tables import Tables
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.lines import logarithmic, regimes
from feature_learning.plotting.marks import simulation, theory
from feature_learning.plotting.palette import ordered, unordered
from feature_learning.plotting.sheet import Sheet

_TARGETS = unordered("target", {"noise": "label noise", "quadratic": "quadratic part"})
_SIGNALS = unordered("rho", {5.0: r"$\rho = 5$", 0.2: r"$\rho = 0.2$"})
_SHOWN = (0.0, 0.01, 0.1, 1.0)  # the curve of 0.001 lies on that of 0 but for its peak
_PSI2 = 3.0


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw predicted risks in four panels, the best penalties, and simulated risks."""
    axes = figure.panels(2, 3, height=1.75, sharex=True)
    curves = tables.theory("lambda_curves")
    for row, (rho, strength) in enumerate(((5.0, "strong"), (0.2, "weak"))):
        own = curves[curves["rho"] == rho]
        for column, psi2 in enumerate(sorted(own["psi2"].unique())):
            ax = axes[3 * row + column]
            ax.set_title(rf"{strength} signal, $n/d = {psi2:g}$")
            if column:
                ax.sharey(axes[3 * row])
                ax.tick_params(labelleft=False)
            _risks(ax, own[own["psi2"] == psi2])
            ax.set_ylabel(rf"risk, $\rho = {rho:g}$")
        axes[3 * row].set_ylim(0.7 * own["best_risk"].min(), 14 * own["best_risk"].max() ** 2)
    _simulated(axes[2], tables)
    _best(axes[5], curves[curves["psi2"] == _PSI2])
    for ax in axes:
        logarithmic(ax, "y")
        logarithmic(ax, "x", ticks=(0.1, 1, 10))
        regimes(ax, [1.0], ["$N < n$", "$N > n$"])
        ax.set_xlabel("features per sample $N/n$")


def _risks(ax: Axes, curves: pd.DataFrame) -> None:
    penalties = ordered("lbar", _SHOWN, r"$\bar\lambda = {:g}$", palette="flare_r")
    theory(ax, curves, "ratio", "risk", penalties, poles=[1.0])
    best = curves.drop_duplicates("ratio")
    theory(ax, best, "ratio", "best_risk", label=r"best $\bar\lambda$")


def _simulated(ax: Axes, tables: Tables) -> None:
    ax.set_title("non-linear part = noise")
    runs = tables.runs("noise", model="features")
    runs = runs[runs["target"].isin(_TARGETS.names)]
    theory(ax, tables.theory("noise"), "ratio", "risk", _TARGETS)
    simulation(ax, estimates(runs, "risk", ["target", "ratio"], "log"), "ratio", _TARGETS)
    ax.set_ylabel(r"risk, $\lambda = 0.01$")


def _best(ax: Axes, curves: pd.DataFrame) -> None:
    ax.set_title(rf"best ridge, $n/d = {_PSI2:g}$")
    table = curves[curves["best_lbar"] > 0].drop_duplicates(["ratio", "rho"])
    theory(ax, table, "ratio", "best_lbar", _SIGNALS, ends=True)
    ax.set_ylabel(r"best $\bar\lambda$")
