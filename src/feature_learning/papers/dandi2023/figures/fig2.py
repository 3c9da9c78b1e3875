"""The phase transition at n of order d^l."""

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.lines import guide, logarithmic
from feature_learning.plotting.marks import simulation, theory
from feature_learning.plotting.palette import PREDICTION, Hue, ordered, unordered
from feature_learning.plotting.sheet import Sheet
from feature_learning.statistics.exponents import crossing

_THRESHOLDS = {1: 0.25, 2: 0.25, 3: 0.35}
_LEAPS = unordered("leap", {1: r"$\ell = 1$", 2: r"$\ell = 2$", 3: r"$\ell = 3$"})


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the alignment against n/d^l for each leap, and the thresholds against d."""
    *curves, last = figure.panels(2, 2, height=1.8)
    runs, law = tables.runs("transition"), tables.theory("transition")
    leaps = sorted(map(int, runs["leap"].unique()))
    found: list[pd.DataFrame] = []
    for ax, leap in zip(curves, leaps, strict=False):
        own = runs[runs["leap"] == leap]
        ax.set_title(rf"$\ell = {leap}$: one curve" if leap < 3 else r"$\ell = 3$: above the limit")
        theory(ax, law[law["leap"] == leap], "ratio", "alignment", label="limit", colour=PREDICTION)
        simulation(ax, estimates(own, "alignment", ["factor", "ratio"]), "ratio", _sizes(own), dodge=2)
        logarithmic(ax, "x", ticks=sorted(own["ratio"].unique()))
        ax.set_xlabel(f"${_power(leap)}$")
        ax.set_ylabel(r"mean $\cos^2(g_i, w^*) - 1/d$")
        found.append(_thresholds(own, leap))
    last.set_title(r"the threshold grows as $d^\ell$")
    for leap, table in zip(leaps, found, strict=True):
        at, height = table["d"].to_numpy(dtype=float), table["estimate"].to_numpy()
        if np.isfinite(height).all():
            guide(last, at, 2.2 * height[-1] * (at / at[-1]) ** leap, f"slope {leap}", at=1)
    simulation(last, pd.concat(found), "d", _LEAPS, ends=True)
    last.margins(y=0.15)
    logarithmic(last)
    last.set_xlabel("dimension $d$")
    last.set_ylabel("$n$ at the threshold")


def _power(leap: int) -> str:
    return "n/d" if leap == 1 else f"n/d^{leap}"


def _sizes(runs: pd.DataFrame) -> Hue:
    """Return series along d in units of the smallest of the leap, so that all leaps share the legend."""
    return ordered("factor", runs["factor"], lambda factor: rf"${factor:.3g}\,d_0$")


def _thresholds(runs: pd.DataFrame, leap: int) -> pd.DataFrame:
    """Return the n at which the mean alignment of each d crosses."""
    rows = []
    for d, group in runs.groupby("d"):
        matrix = group.pivot(index="seed", columns="n", values="alignment")
        sizes = matrix.columns.to_numpy(dtype=float)
        at = crossing(sizes, matrix.to_numpy().mean(axis=0), _THRESHOLDS[leap])
        rows.append({"leap": leap, "d": d, "estimate": at, "low": at, "high": at, "seeds": len(matrix), "diverged": 0})
    return pd.DataFrame(rows).assign(kind="crossing of the mean")
