"""The phase transition at n of order d^l."""

from functools import partial

import pandas as pd
from matplotlib.axes import Axes

from feature_learning.core.tables import Tables
from feature_learning.papers.dandi2023.claims.fig2 import THRESHOLD, controlled
from feature_learning.plotting.estimates import estimates, points
from feature_learning.plotting.lines import logarithmic
from feature_learning.plotting.marks import simulation, theory
from feature_learning.plotting.palette import Hue, ordered, unordered
from feature_learning.plotting.sheet import Sheet
from feature_learning.statistics.exponents import crossing
from feature_learning.statistics.intervals import fitted

_LEAPS = unordered("leap", {1: r"$\ell = 1$", 2: r"$\ell = 2$", 3: r"$\ell = 3$"}, after=1)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the alignment against n/d^l for each leap, and the thresholds against d."""
    *curves, last = figure.panels(2, 2, height=1.85)
    runs, law = controlled(tables), tables.theory("transition")
    leaps = sorted(map(int, runs["leap"].unique()))
    for ax, leap in zip(curves, leaps, strict=False):
        own, predicted = runs[runs["leap"] == leap], law[law["leap"] == leap]
        ax.set_title(rf"$\ell = {leap}$, $d_0 = {int(own['d'].min())}$")
        sizes = _sizes(own)
        theory(ax, predicted, "ratio", "finite", sizes)
        theory(ax, predicted.drop_duplicates("ratio"), "ratio", "alignment", label=r"$d \to \infty$")
        simulation(ax, estimates(own, "controlled", ["factor", "ratio"]), "ratio", sizes, nested=True)
        logarithmic(ax, "x", ticks=sorted(own["ratio"].unique()))
        ax.set_xlabel(_power("n", leap))
        ax.set_ylabel(r"mean $\cos^2(g_i, w^*) - 1/d$")
    _thresholds(last, runs, law, leaps)


def _power(symbol: str, leap: int) -> str:
    return f"${symbol}/d$" if leap == 1 else f"${symbol}/d^{leap}$"


def _sizes(runs: pd.DataFrame) -> Hue:
    """Return series along d in units of the smallest of the leap, so that all leaps share the legend."""
    return ordered("factor", runs["factor"], lambda factor: "$d_0$" if factor == 1 else rf"${factor:.3g}\,d_0$")


def _thresholds(ax: Axes, runs: pd.DataFrame, law: pd.DataFrame, leaps: list[int]) -> None:
    """Draw the n at which the mean alignment crosses, over d^l."""
    ax.set_title(r"the threshold is of order $d^\ell$")
    found, predicted = [], []
    for (leap, d), own in runs.groupby(["leap", "d"]):
        matrix = own.pivot(index="seed", columns="ratio", values="controlled")
        at = matrix.columns.to_numpy(dtype=float)
        interval = fitted(matrix.to_numpy(), partial(crossing, at, level=THRESHOLD))
        found.append(points([interval], len(matrix), "jackknife estimate", leap=leap, d=d))
    for (leap, d), own in law.groupby(["leap", "d"]):
        curve = own.sort_values("ratio")
        crossed = crossing(curve["ratio"].to_numpy(), curve["finite"].to_numpy(), THRESHOLD)
        predicted.append({"leap": leap, "d": d, "ratio": crossed})
    theory(ax, pd.DataFrame(predicted), "d", "ratio", _LEAPS)
    simulation(ax, pd.concat(found), "d", _LEAPS)
    logarithmic(ax, "x")
    ax.margins(y=0.25)
    ax.set_xlabel("dimension $d$")
    ax.set_ylabel(r"$n/d^\ell$ at $\cos^2 = \frac{1}{4}$")
