"""Signal and the penalty; noise and a quadratic part in the text alone."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.mei2019.panels import features_axis
from feature_learning.plotting import Sheet, Tables

_SAMPLES = 3.0  # n/d
_TITLES = {0.2: r"Weak signal, $\rho = 0.2$", 5.0: r"Strong signal, $\rho = 5$"}
_BEST = r"best $\bar\lambda$"

_ALIKE = 1.03  # ends closer than by this factor have one name
_APART, _LEADER = 1.5, 2.0  # the factors between names, and from the ends to them


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw predicted risks by penalty at two signals."""
    curves = tables.theory("lambda_curves", psi2=_SAMPLES)
    signals = sorted(curves["rho"].unique())
    for ax, rho in figure.facets(signals, _title, height=2.5):
        own = curves[curves["rho"] == rho]
        penalties = plot.ordered("lbar", own["lbar"], r"$\bar\lambda = {:g}$", palette="flare_r")
        best = own.drop_duplicates("ratio")
        plot.theory(ax, best, "ratio", "best_risk", label=_BEST)
        ax.lines[-1].set_zorder(5.5)  # over those that meet it
        plot.theory(ax, own, "ratio", "risk", penalties, poles=[1.0])
        _name_ends(ax, best, own, penalties)
        plot.pole(ax, 1.0)
        plot.logarithmic(ax, "y")
        features_axis(ax, (0.1, 1, 10))
        ax.set(ylabel="risk", ylim=(0.06, 20), xlim=(0.017, 1300))
        ax.text(0.98, 0.96, r"penalty $\bar\lambda$", transform=ax.transAxes, ha="right", va="top")


def _title(rho: float) -> str:
    return _TITLES.get(rho, rf"$\rho = {rho:g}$")


def _name_ends(ax: Axes, best: pd.DataFrame, curves: pd.DataFrame, penalties: plot.Hue) -> None:
    """Name the curves right of their ends, joined by thin lines; those that end alike together."""
    widest, last = curves["ratio"].max(), curves.sort_values("ratio").groupby("lbar")["risk"].last()
    ends = [(float(risk), f"{lbar:g}", penalties.colours[lbar]) for lbar, risk in last.items()]
    end = float(best.sort_values("ratio")["best_risk"].iloc[-1])
    ends = sorted([*ends, (end, "best", plot.PREDICTION)], key=lambda one: one[0])
    groups: list[list[tuple[float, str, str]]] = []
    for one in ends:
        alike = groups and one[0] < _ALIKE * groups[-1][0][0]
        groups[-1:] = [[*groups[-1], one]] if alike else [*groups[-1:], [one]]
    middle = (len(groups) - 1) / 2
    centre = float(np.exp(np.mean([np.log(group[0][0]) for group in groups])))
    line = {"arrowstyle": "-", "linewidth": 0.5, "shrinkA": 0, "shrinkB": 0}
    for row, group in enumerate(groups):
        names = sorted((name for _, name, _ in group), key=lambda name: (name == "best", name))
        height = centre * _APART ** (row - middle)
        own = plot.PREDICTION if "best" in names else group[0][2]
        away, colour = (_LEADER * widest, height), plot.written(own)
        ax.annotate("", (widest, group[0][0]), away, arrowprops=line | {"color": colour})
        ax.text(1.1 * away[0], height, ", ".join(names), color=colour, va="center")
    plot.sheet_of(ax).entries.clear()  # all are named
    plot.sheet_of(ax).striped |= {_BEST, *penalties.names.values()}
