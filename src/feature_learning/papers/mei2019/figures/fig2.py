"""Noise, signal and the penalty."""

import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.mei2019.shared.panels import features_axis
from feature_learning.plotting import Sheet, Tables

_TARGETS = plot.unordered(
    "target", {"noise": "label noise", "quadratic": "quadratic part"}, after=2
)
_SAMPLES = 3.0  # n/d
_TITLES = {5.0: r"Strong signal, $\rho = 5$", 0.2: r"Weak signal, $\rho = 0.2$"}
_MARGIN = 0.06  # of the claims, relative to the theory
_VARIANCE = 0.25  # of the quadratic part, which no linear fit learns


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw predicted risks by penalty at two signals, and simulated risks of two targets with
    their difference.
    """
    *panels, simulated, same = figure.panels(2, 2)
    curves = tables.theory("lambda_curves", psi2=_SAMPLES)
    for ax, (rho, title) in zip(panels, _TITLES.items(), strict=True):
        _risks(ax, curves[curves["rho"] == rho])
        ax.set(title=title, ylabel="risk", ylim=(0.06, 20))
    _simulated(simulated, tables)
    _same(same, tables)


def _risks(ax: Axes, curves: pd.DataFrame) -> None:
    penalties = plot.ordered("lbar", curves["lbar"], r"$\bar\lambda = {:g}$", palette="flare_r")
    plot.theory(ax, curves, "ratio", "risk", penalties, poles=[1.0])
    best = curves.drop_duplicates("ratio")
    plot.theory(ax, best, "ratio", "best_risk", label=r"best $\bar\lambda$")
    plot.pole(ax, 1.0)
    plot.logarithmic(ax, "y")
    features_axis(ax, (0.1, 1, 10))


def _simulated(ax: Axes, tables: Tables) -> None:
    runs, predicted = tables.runs("noise", model="features"), tables.theory("noise")
    predicted = predicted[predicted["ratio"] >= 0.9 * runs["ratio"].min()]
    runs = runs[runs["target"].isin(_TARGETS.names)]
    risks = plot.estimates(runs, "risk", ["target", "ratio"], "log")
    plot.theory(ax, predicted, "ratio", "risk", _TARGETS)
    plot.simulation(ax, risks, "ratio", _TARGETS)
    plot.residual(ax, risks, predicted, "ratio", "risk", _TARGETS, region=(-_MARGIN, _MARGIN))
    plot.logarithmic(ax, "x", ticks=(0.2, 0.5, 1, 2, 4))
    ax.set(
        title="Noise and quadratic part", ylabel="simulated risk", xlabel="width over samples $N/n$"
    )


def _same(ax: Axes, tables: Tables) -> None:
    """Draw the paired difference of both targets' risks, less the quadratic part's variance."""
    runs, predicted = tables.runs("noise", model="features"), tables.theory("noise", target="noise")
    extra = plot.paired(runs, "risk", "target", ("quadratic", "noise"), ["ratio"])
    risk = predicted.drop_duplicates("ratio").set_index("ratio")["risk"].loc[extra["ratio"]]
    ends = ["estimate", "low", "high"]
    extra[ends] = (extra[ends] - _VARIANCE).div(risk.to_numpy(), axis=0)
    ax.axhspan(-_MARGIN, _MARGIN, color="0.92", linewidth=0, zorder=0)
    plot.level(ax, 0.0, "noise plus a constant", at=0.02)
    widest = extra.sort_values("ratio")["estimate"].iloc[-1]
    plot.sheet_of(ax).say(gap=widest)
    plot.simulation(ax, extra, "ratio", colour=plot.PURPLE)
    plot.logarithmic(ax, "x", ticks=(0.2, 0.5, 1, 2, 4))
    ax.set(
        title="Quadratic part less noise",
        ylabel="difference over risk",
        xlabel="width over samples $N/n$",
    )
