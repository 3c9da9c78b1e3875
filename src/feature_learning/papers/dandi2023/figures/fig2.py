"""The phase transition at n of order d^l."""

from functools import partial

import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.dandi2023.claims.fig2 import THRESHOLD, controlled
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import by_seed, crossing, fitted

_LEAPS = plot.unordered("leap", {1: r"$\ell = 1$", 2: r"$\ell = 2$", 3: r"$\ell = 3$"}, after=1)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the alignment against n/d^l for each leap, and the thresholds against d."""
    *curves, last = figure.panels(2, 2, height=1.85)
    runs, law = controlled(tables), tables.theory("transition")
    for ax, leap in zip(curves, tables.values("transition", "leap"), strict=False):
        of_leap, predicted = (frame[frame["leap"] == leap] for frame in (runs, law))
        sizes, limit = _sizes(of_leap), predicted.drop_duplicates("ratio")
        plot.theory(ax, predicted, "ratio", "finite", sizes)
        plot.theory(ax, limit, "ratio", "alignment", label=r"$d \to \infty$")
        table = plot.estimates(of_leap, "controlled", ["factor", "ratio"])
        plot.simulation(ax, table, "ratio", sizes)
        plot.logarithmic(ax, "x", ticks=tables.values("transition", "ratio"))
        ax.set(
            title=rf"$\ell = {leap}$, $d_0 = {of_leap['d'].min()}$",
            xlabel="$n/d$" if leap == 1 else f"$n/d^{leap}$",
            ylabel=r"mean $\cos^2(g_i, w^*) - 1/d$",
        )
    _thresholds(last, runs, law)


def _sizes(runs: pd.DataFrame) -> plot.Hue:
    """Return series along d in units of the smallest of the leap, so that all leaps share the
    legend.
    """

    def name(factor: float) -> str:
        return "$d_0$" if factor == 1 else rf"${factor:.3g}\,d_0$"

    return plot.ordered("factor", runs["factor"], name)


def _thresholds(ax: Axes, runs: pd.DataFrame, law: pd.DataFrame) -> None:
    """Draw the n at which the mean alignment crosses, over d^l."""
    thresholds, predicted = [], []
    for (leap, d), rows in runs.groupby(["leap", "d"]):
        matrix = by_seed(rows, "controlled", "ratio")
        ratios = matrix.columns.to_numpy(dtype=float)
        interval = fitted(matrix.to_numpy(), partial(crossing, ratios, level=THRESHOLD))
        thresholds.append(
            plot.points([interval], len(matrix), "jackknife estimate", leap=leap, d=d)
        )
    for (leap, d), rows in law.groupby(["leap", "d"]):
        curve = rows.sort_values("ratio")
        ratio = crossing(curve["ratio"].to_numpy(), curve["finite"].to_numpy(), THRESHOLD)
        predicted.append({"leap": leap, "d": d, "ratio": ratio})
    plot.theory(ax, pd.DataFrame(predicted), "d", "ratio", _LEAPS)
    plot.simulation(ax, pd.concat(thresholds), "d", _LEAPS)
    plot.logarithmic(ax, "x")
    ax.margins(y=0.25)
    ax.set(title=r"the threshold is of order $d^\ell$", xlabel="dimension $d$")
    ax.set_ylabel(r"$n/d^\ell$ at $\cos^2 = \frac{1}{4}$")
