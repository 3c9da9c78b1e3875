"""Noise, signal and the penalty."""

import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.mei2019.shared.panels import features_axis
from feature_learning.plotting import Sheet, Tables

_SAMPLES = 3.0  # n/d
_TITLES = {0.2: r"Weak signal, $\rho = 0.2$", 5.0: r"Strong signal, $\rho = 5$"}
_BEST = r"best $\bar\lambda$"
_MARGIN = 0.06  # of the claims, relative to the theory
_VARIANCE = 0.25  # of the quadratic part, which no linear fit learns


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw predicted risks by penalty at two signals, and by how much a quadratic part costs less
    than noise.
    """
    *panels, same = figure.hero(2, height=3.2)
    curves = tables.theory("lambda_curves", psi2=_SAMPLES)
    for ax, (rho, title) in zip(panels, _TITLES.items(), strict=True):
        _risks(ax, curves[curves["rho"] == rho], named=ax is panels[0])
        ax.set(title=title, ylabel="risk", ylim=(0.06, 20))
    _same(same, tables)


def _risks(ax: Axes, curves: pd.DataFrame, *, named: bool) -> None:
    penalties = plot.ordered("lbar", curves["lbar"], r"$\bar\lambda = {:g}$", palette="flare_r")
    plot.theory(ax, curves, "ratio", "risk", penalties, poles=[1.0], ends=named)
    best = curves.drop_duplicates("ratio")
    plot.theory(ax, best, "ratio", "best_risk", label=_BEST, ends=named)
    plot.pole(ax, 1.0)
    plot.logarithmic(ax, "y")
    features_axis(ax, (0.1, 1, 10))


def _same(ax: Axes, tables: Tables) -> None:
    """Draw the paired difference of both targets' risks, less the quadratic part's variance."""
    runs = tables.runs("noise", model="features")
    predicted = tables.theory("noise", target="quadratic")
    extra = plot.paired(runs, "risk", "target", ("quadratic", "noise"), ["ratio"])
    risk = predicted.drop_duplicates("ratio").set_index("ratio")["risk"].loc[extra["ratio"]]
    ends = ["estimate", "low", "high"]
    extra[ends] = (extra[ends] - _VARIANCE).div(risk.to_numpy(), axis=0)
    ax.axhspan(-_MARGIN, _MARGIN, color="0.92", linewidth=0, zorder=0)
    plot.level(ax, 0.0, "as noise", at=0.02)
    plot.sheet_of(ax).say(less=-extra["estimate"].min(), follow=_off(tables))
    plot.simulation(ax, extra, "ratio", colour=plot.PURPLE)
    plot.logarithmic(ax, "x", ticks=(0.2, 0.5, 1, 2, 4))
    ax.set(
        title="Quadratic less noise", ylabel="difference / risk", xlabel="width over samples $N/n$"
    )


def _off(tables: Tables) -> float:
    """Return by how much the simulated risks differ at most from the theory, relative to it."""
    runs, predicted = tables.runs("noise", model="features"), tables.theory("noise")
    by = ["target", "ratio"]
    runs = runs[runs["target"].isin(("noise", "quadratic")) & (runs["ratio"] != 1)]
    found = runs.groupby(by)["risk"].mean()
    return float((found / predicted.groupby(by)["risk"].mean()).sub(1).abs().max())
