"""Noise, signal and the penalty."""

import pandas as pd
from matplotlib.axes import Axes

from feature_learning.plotting import (
    Sheet,
    Tables,
    estimates,
    logarithmic,
    ordered,
    pole,
    regimes,
    simulation,
    theory,
    unordered,
)

_TARGETS = unordered("target", {"noise": "label noise", "quadratic": "quadratic part"}, after=2)
_TITLES = {
    (5.0, 3.0): "strong signal: width pays",
    (5.0, 10.0): "more samples: width pays even more",
    (0.2, 3.0): "weak signal: width pays only at a large penalty",
    (0.2, 10.0): "more samples: width pays at any penalty",
}
_SIGNALS = (5.0, 0.2)
_MOST = {5.0: 13.0, 0.2: 30.0}  # the curve with the smallest penalty stays below


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw predicted risks in four panels, and simulated risks."""
    *panels, last = figure.mosaic(2, 2, 1, height=1.7, shared=(0, 1))
    curves = tables.theory("lambda_curves")
    for row, rho in enumerate(_SIGNALS):
        own = curves[curves["rho"] == rho]
        for column, psi2 in enumerate(sorted(own["psi2"].unique())):
            ax = panels[2 * row + column]
            ax.set_title(_TITLES[rho, psi2])
            ax.annotate(
                rf"$\rho = {rho:g}$, $n/d = {psi2:g}$", (0.03, 0.05), xycoords="axes fraction"
            )
            _risks(ax, own[own["psi2"] == psi2])
            logarithmic(ax, "y")
            ax.set_ylabel("risk")
        panels[2 * row].set_ylim(0.7 * own["best_risk"].min(), _MOST[rho])
    _simulated(last, tables)
    for ax in (*panels, last):
        logarithmic(ax, "x", ticks=(0.2, 0.5, 1, 2, 4) if ax is last else (0.1, 1, 10))
        regimes(ax, [1.0], ["$N < n$", "$N > n$"])
        ax.set_xlabel("features per sample $N/n$")


def _risks(ax: Axes, curves: pd.DataFrame) -> None:
    penalties = ordered("lbar", curves["lbar"], r"$\bar\lambda = {:g}$", palette="flare_r")
    theory(ax, curves, "ratio", "risk", penalties, poles=[1.0])
    best = curves.drop_duplicates("ratio")
    theory(ax, best, "ratio", "best_risk", label=r"best $\bar\lambda$", ends=True)
    pole(ax, 1.0)


def _simulated(ax: Axes, tables: Tables) -> None:
    ax.set_title("a quadratic part is noise plus 1/4")
    runs = tables.runs("noise", model="features")
    predicted = tables.theory("noise")
    predicted = predicted[predicted["ratio"] >= 0.9 * runs["ratio"].min()]
    runs = runs[runs["target"].isin(_TARGETS.names)]
    theory(ax, predicted, "ratio", "risk", _TARGETS, ends=True)
    simulation(ax, estimates(runs, "risk", ["target", "ratio"], "log"), "ratio", _TARGETS)
    ax.annotate(r"$\lambda = 0.01$", (0.02, 0.18), xycoords="axes fraction")
    ax.grid(True)
    ax.set_ylabel("risk")
