"""Noise, signal and the penalty."""

import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.mei2019.shared.panels import features_axis
from feature_learning.plotting import Sheet, Tables

_TARGETS = plot.unordered(
    "target", {"noise": "label noise", "quadratic": "quadratic part"}, after=2
)
_TITLES = {
    (5.0, 3.0): "strong signal: width pays",
    (5.0, 10.0): "more samples: width pays even more",
    (0.2, 3.0): "weak signal: width pays only at a large penalty",
    (0.2, 10.0): "more samples: width pays at any penalty",
}
_MOST = {5.0: 13.0, 0.2: 30.0}  # the curve with the smallest penalty stays below


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw predicted risks in four panels, and simulated risks."""
    *panels, last = figure.mosaic(2, 2, 1, height=1.7, shared=(0, 1))
    curves = tables.theory("lambda_curves")
    for ax, ((rho, psi2), title) in zip(panels, _TITLES.items(), strict=True):
        of_signal = curves[curves["rho"] == rho]
        _risks(ax, of_signal[of_signal["psi2"] == psi2])
        name = rf"$\rho = {rho:g}$, $n/d = {psi2:g}$"
        ax.annotate(name, (0.03, 0.05), xycoords="axes fraction")
        plot.logarithmic(ax, "y")
        features_axis(ax, (0.1, 1, 10))
        limits = (0.7 * of_signal["best_risk"].min(), _MOST[rho])
        ax.set(title=title, ylabel="risk", ylim=limits)
    _simulated(last, tables)


def _risks(ax: Axes, curves: pd.DataFrame) -> None:
    penalties = plot.ordered("lbar", curves["lbar"], r"$\bar\lambda = {:g}$", palette="flare_r")
    plot.theory(ax, curves, "ratio", "risk", penalties, poles=[1.0])
    best = curves.drop_duplicates("ratio")
    plot.theory(ax, best, "ratio", "best_risk", label=r"best $\bar\lambda$", ends=True)
    plot.pole(ax, 1.0)


def _simulated(ax: Axes, tables: Tables) -> None:
    runs, predicted = tables.runs("noise", model="features"), tables.theory("noise")
    predicted = predicted[predicted["ratio"] >= 0.9 * runs["ratio"].min()]
    runs = runs[runs["target"].isin(_TARGETS.names)]
    plot.theory(ax, predicted, "ratio", "risk", _TARGETS, ends=True)
    plot.simulation(ax, plot.estimates(runs, "risk", ["target", "ratio"], "log"), "ratio", _TARGETS)
    ax.annotate(r"$\lambda = 0.01$", (0.02, 0.18), xycoords="axes fraction")
    ax.grid(True)
    features_axis(ax)
    ax.set(title="a quadratic part is noise plus 1/4", ylabel="risk")
