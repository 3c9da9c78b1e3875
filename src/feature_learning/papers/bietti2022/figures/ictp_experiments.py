"""The ICTP talk's preliminary experiment: excess risk and overlap against n, for s = 1 and 3."""

from typing import Any

import matplotlib as mpl
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.bietti2022.best_of_runs import best
from feature_learning.papers.bietti2022.ictp import PUBLISHED
from feature_learning.plotting import Sheet, Tables
from feature_learning.plotting.ggplot import COLOURS

_OURS, _THEIRS = "this run", "slide"
_ENDS = (8.5, 23500)  # a little beyond 10 to 20000
_RISKS, _OVERLAPS = (0.08, 0.5), (0, 1.04)
_THEIR_CAPTION = "First/second phase with piece-wise linear teacher"
_REMARKED = 3
_WHY = "from $n = 200$ on the slide's\nnumbers are those of $s = 1$"


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the best of the runs against n, by exponent, and the slide's curve as a thin line."""
    found = best(tables.runs("preliminary"), "risk").groupby(["s", "n"])
    means = found[["overlap", "risk"]].mean().reset_index()
    plot.ggplot(figure)
    exponents, d = tables.values("preliminary", "s"), tables.value("preliminary", "d")
    panels = figure.panels(len(exponents), 2, height=1.9)
    for row, s in enumerate(exponents):
        risk, overlap = panels[2 * row : 2 * row + 2]
        for ax, value in ((risk, "risk"), (overlap, "overlap")):
            _curve(ax, means[means["s"] == s], PUBLISHED[PUBLISHED["s"] == s], value)
            ax.set(title=f"$d = {d}$, $s = {s}$ (best)", xlabel="$n$", xscale="log", xlim=_ENDS)
        risk.set(yscale="log", ylim=_RISKS, ylabel="excess risk")
        overlap.set(ylim=_OVERLAPS, ylabel=r"$|m|$")
        risk.set_yticks([0.1, 0.2, 0.5], ["0.1", "0.2", "0.5"])
        risk.tick_params(which="minor", labelleft=False)
        if s == _REMARKED:
            overlap.text(0.5, 0.22, _WHY, transform=overlap.transAxes, ha="center", va="center")
    panels[1].legend(loc="lower right")
    figure.supxlabel(_THEIR_CAPTION, fontsize=mpl.rcParams["axes.titlesize"])


def _curve(ax: Axes, means: pd.DataFrame, published: pd.DataFrame, value: str) -> None:
    n, y = means["n"].to_numpy(), means[value].to_numpy()
    thin = 0.7 * mpl.rcParams["lines.linewidth"]
    small: dict[str, Any] = {
        "markersize": 0.8 * mpl.rcParams["lines.markersize"],
        "linewidth": thin,
    }
    ax.plot(n, y, color=COLOURS[0], linewidth=2 * thin, label=_OURS)
    ax.plot(published["n"], published[value], "o-", color="0.25", label=_THEIRS, **small)
    sheet = plot.sheet_of(ax)
    sheet.record(ax, _OURS, "simulation", x=n, y=y)
    sheet.record(ax, _THEIRS, "run", x=published["n"], y=published[value])
