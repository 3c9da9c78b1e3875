"""The ICTP talk's preliminary experiment: excess risk and overlap against n, for s = 1 and 3."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.bietti2022.shared.best_of_runs import best
from feature_learning.papers.bietti2022.shared.ictp import PUBLISHED
from feature_learning.plotting import Sheet, Tables

_EXPONENTS = (1, 3)
_COLOUR = "#e24a33"  # the first of the style ggplot, as the original's
_OURS, _THEIRS = "this run", "slide"
_ENDS = (10, 20000)
_RISKS, _OVERLAPS = (0.08, 0.5), (0, 1.04)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the best of the runs against n, by exponent, with the slide's values as rings."""
    found = best(tables.runs("preliminary"), "risk").groupby(["s", "n"])
    means = found[["overlap", "risk"]].mean().reset_index()
    panels, d = figure.panels(2, 2, height=1.9), tables.value("preliminary", "d")
    for row, s in enumerate(_EXPONENTS):
        risk, overlap = panels[2 * row : 2 * row + 2]
        for ax, value in ((risk, "risk"), (overlap, "overlap")):
            _curve(ax, means[means["s"] == s], PUBLISHED[PUBLISHED["s"] == s], value)
            ax.set(title=f"$d = {d}$, $s = {s}$ (best)", xlabel="$n$", xscale="log", xlim=_ENDS)
        risk.set(yscale="log", ylim=_RISKS, ylabel="excess risk")
        overlap.set(ylim=_OVERLAPS, ylabel=r"$|m|$")
        risk.set_yticks([0.1, 0.2, 0.5], ["0.1", "0.2", "0.5"])
        risk.tick_params(which="minor", labelleft=False)
    panels[1].legend(loc="lower right")
    _say(figure, tables, means)


def _curve(ax: Axes, means: pd.DataFrame, published: pd.DataFrame, value: str) -> None:
    n, y = means["n"].to_numpy(), means[value].to_numpy()
    ax.plot(n, y, color=_COLOUR, label=_OURS)
    size = 0.8 * plot.sheet_of(ax).target.type * 4
    ax.plot(
        published["n"],
        published[value],
        "o",
        color=plot.GREY,
        markerfacecolor="none",
        markersize=size,
        label=_THEIRS,
        clip_on=False,
    )
    sheet = plot.sheet_of(ax)
    sheet.record(ax, _OURS, "simulation", x=n, y=y)
    sheet.record(ax, _THEIRS, "run", x=published["n"], y=published[value])


def _say(figure: Sheet, tables: Tables, means: pd.DataFrame) -> None:
    pairs = means.merge(PUBLISHED, on=["s", "n"], suffixes=("", "_published"))
    gap = pairs["overlap"] - pairs["overlap_published"]
    first, third = pairs["s"] == 1, pairs["s"] == 3
    ratio = pairs["risk"] / pairs["risk_published"]

    def farthest(values: pd.Series) -> float:
        return float(values.iloc[int(np.abs(values).argmax())]) if len(values) else float("nan")

    figure.say(
        off_first=farthest(gap[first]),
        risk_first=farthest(ratio[first] - 1),
        off_third=farthest(gap[third]),
        risk_third=farthest(ratio[third] - 1),
        seeds=int(tables.runs("preliminary")["seed"].nunique()),
    )
