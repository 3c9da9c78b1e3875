"""The theorem's number of spikes, no fewer, makes the rest vanish."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_SHOWN = {
    0.1: r"$\alpha = 0.1$: one spike",
    0.2: r"$\alpha = 0.2$: one spike",
    0.29: r"$\alpha = 0.29$: two spikes",
}
_DEGREES = plot.ordered("degree", (0, 1, 2), r"$\ell = {}$")
_DIRECTIONS = plot.unordered(
    "direction",
    {"beta": r"$\ell = 1$ with $\beta$", "residual": r"$\ell = 1$ with $\beta_r$"},
    after=1,
)
_BELOW = 0.55  # of the lowest interval: where the guide stands


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the remainder against n for three step sizes, and for the talk's two directions."""
    *panels, talk = figure.panels(2, 2, height=1.9, sharex=True)
    reads = (tables.runs, tables.theory)
    for ax, (alpha, title) in zip(panels, _SHOWN.items(), strict=True):
        runs, curves = (read("remainder", network="simplified", alpha=alpha) for read in reads)
        _remainders(ax, runs, curves, _DEGREES, alpha)
        ax.set_title(title)
    runs, curves = (read("remainder_talk", alpha=0.2, degree=1) for read in reads)
    _remainders(talk, runs, curves, _DIRECTIONS, 0.2)
    talk.set_title(r"talk's network, $\alpha = 0.2$")


def _remainders(
    ax: Axes, runs: pd.DataFrame, curves: pd.DataFrame, hue: plot.Hue, alpha: float
) -> None:
    plot.theory(ax, curves, "n", "remainder", hue)
    means = plot.estimates(runs, "remainder", [hue.column, "n"], "log")
    plot.simulation(ax, means, "n", hue)
    sizes = np.sort(runs["n"].unique())
    slope = (sizes / sizes[0]) ** (alpha - 0.5)
    lowest = means.groupby("n")["low"].min().loc[sizes].to_numpy()
    plot.guide(ax, sizes, _BELOW * np.nanmin(lowest / slope) * slope, r"$n^{\alpha - 1/2}$", at=0)
    plot.logarithmic(ax, "x", ticks=sizes)
    plot.logarithmic(ax, "y")
    ax.set(xlabel="sample size $n$", ylabel=r"$\|F - F_\ell\|_{\mathrm{op}}/\sqrt{n}$")
