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

_MAPPED = 1  # the exponent of the map


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw thresholds against d with their exponents, and for one s the share that recovers."""
    runs = tables.runs("learning_curves")
    sizes, share = figure.hero(1, share=0.57, height=2.7)
    halves, hue = thresholds(runs), exponent_hue(runs)
    slopes = {row["s"]: row for _, row in plot.exponents(halves, "d", "half", "s").iterrows()}
    names = {s: f"{name}: {plot.measured(slopes[s])}" for s, name in hue.names.items()}
    medians = plot.estimates(halves, "half", ["s", "d"], "median")
    plot.simulation(sizes, medians, "d", replace(hue, names=names), join=True, ends=True)
    figure.say(**{f"slope_{s:g}": slope["estimate"] for s, slope in slopes.items()})
    _axes(sizes, runs)
    _theorem(sizes, medians, hue)
    sizes.set(title="Where the best of eight inits recovers")
    shares = recovered(runs, "s", "d", "n")
    means = plot.estimates(shares[shares["s"] == _MAPPED], "recovered", ["d", "n"])
    _axes(share, runs)
    name = "share of inits"
    plot.heat(share, means, "d", "n", label=name, limits=(0, 1), contours={0.5: ""})
    share.set(title=f"Single inits, $s = {_MAPPED}$")


def _theorem(ax: Axes, medians: pd.DataFrame, hue: plot.Hue) -> None:
    """Draw the theorem's power of d, dashed, through the first point of each s."""
    for s, part in hue.split(medians.sort_values("d")):
        d, power = part["d"].to_numpy(dtype=float), max(s, (s + 3) / 2)
        y = part["estimate"].iloc[0] * (d / d[0]) ** power
        ax.plot(d, y, "--", color=hue.colours[s], linewidth=0.7, zorder=1.8)
        name = f"theorem: $d^{{{power:g}}}$"
        plot.sheet_of(ax).record(ax, name, "guide", x=d, y=y, s=s)
        seen = min(y[-1], 0.8 * ax.get_ylim()[1])
        plot.sheet_of(ax).edge_label(ax, seen, name, hue.colours[s])


def _axes(ax: Axes, runs: pd.DataFrame) -> None:
    plot.logarithmic(ax, "y")
    plot.logarithmic(ax, "x", ticks=sorted(runs["d"].unique()))
    ax.set(xlabel="dimension $d$", ylabel="samples $n$")
    ax.set(xlim=_around(runs["d"], 1.5), ylim=_around(runs["n"], 2.5 * NEVER))


def _around(values: pd.Series, upto: float) -> tuple[float, float]:
    return 0.7 * values.min(), upto * values.max()
