"""The sample size at which the direction is found, against d, and the share of inits that find
it.
"""

from dataclasses import replace

import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.bietti2022.shared.panels import exponent_hue
from feature_learning.papers.bietti2022.shared.thresholds import NEVER, recovered, thresholds
from feature_learning.plotting import Sheet, Tables

_MAPPED = (1, 3)  # exponents of the maps


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw thresholds against d with their exponents, and the share that recovers over n and d."""
    runs = tables.runs("learning_curves")
    mapped = [s for s in _MAPPED if s in set(runs["s"])]
    sizes, *maps = figure.hero(len(mapped), share=0.58, height=2.9)
    halves, hue = thresholds(runs), exponent_hue(runs)
    slopes = {row["s"]: row for _, row in plot.exponents(halves, "d", "half", "s").iterrows()}
    names = {s: f"{name}: {plot.measured(slopes[s])}" for s, name in hue.names.items()}
    medians = plot.estimates(halves, "half", ["s", "d"], "median")
    plot.simulation(sizes, medians, "d", replace(hue, names=names), join=True)
    figure.say(**{f"slope_{s:g}": slope["estimate"] for s, slope in slopes.items()})
    _axes(sizes, runs)
    sizes.set(title="Where the best of eight inits recovers")
    shares = recovered(runs, "s", "d", "n")
    for ax, s in zip(maps, mapped, strict=True):
        means = plot.estimates(shares[shares["s"] == s], "recovered", ["d", "n"])
        _axes(ax, runs)
        plot.heat(
            ax, means, "d", "n", label="share", limits=(0, 1), contours={0.5: ""}, palette="mako"
        )
        ax.set(title=f"Single inits, $s = {s}$")


def _axes(ax: Axes, runs: pd.DataFrame) -> None:
    plot.logarithmic(ax, "y")
    plot.logarithmic(ax, "x", ticks=sorted(runs["d"].unique()))
    ax.set(xlabel="dimension $d$", ylabel="samples $n$")
    ax.set(xlim=_around(runs["d"], 1.5), ylim=_around(runs["n"], 1.5 * NEVER))


def _around(values: pd.Series, upto: float) -> tuple[float, float]:
    return 0.7 * values.min(), upto * values.max()
