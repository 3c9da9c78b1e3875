"""One pass of SGD against the dimension, and many passes over a sample against one."""

from dataclasses import replace

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.bietti2022.shared.panels import exponent_hue
from feature_learning.papers.bietti2022.shared.thresholds import recovered
from feature_learning.plotting import Sheet, Tables

_PASSES = plot.methods(
    "passes", {"many": ("network", "many passes"), "one": ("variant", "one pass, best step")}
)
_LAWS = {"poster": "$d^s$", "cited": "cited bound"}
_FIXED = "one pass, other steps"


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the samples that one pass takes against d; and, by s, the share of inits that recover
    against n, with the paired difference.
    """
    runs = tables.runs("one_pass")
    shares = recovered(runs, "s", "n", "passes", "factor")
    exponents = sorted(runs["s"].unique())
    first_panel, *others = figure.hero(len(exponents), share=0.56, height=3.8)
    _growth(first_panel, tables)
    for ax, s in zip(others, exponents, strict=True):
        ax.set(title=f"Tied network, $s = {s}$")
        chosen = _at_best_step(shares[shares["s"] == s])
        _steps(ax, shares[(shares["s"] == s) & (shares["passes"] == "one")])
        means = plot.estimates(chosen, "recovered", ["passes", "n"], "logit")
        plot.simulation(ax, means, "n", _PASSES, join=True)
        plot.logarithmic(ax, "x", ticks=(1e3, 3e3))
        ax.set(xlabel="samples $n$", ylabel="share that recovers", ylim=(-0.04, 1.04))
        gap = plot.paired(chosen, "recovered", "passes", ("many", "one"), ["n"])
        strip = figure.strip_below(ax)
        plot.simulation(strip, gap, "n", colour=plot.PREDICTION)
        plot.level(strip, 0.0, "")
        low, high = gap["low"].clip(lower=-1).min(), gap["high"].clip(upper=1).max()
        strip.set(ylabel="gain", ylim=(min(-0.1, 1.1 * low), max(0.6, 1.1 * high)))
        first = gap.iloc[0]
        figure.say(**{f"gain_{s}": first["estimate"], "n": f"{first['n']:g}"})


def _growth(ax: Axes, tables: Tables) -> None:
    """Draw the samples of one pass, and d^s and the cited bound through their smallest d."""
    runs, law = tables.runs("sgd_exponent"), tables.theory("sgd_exponent")
    hue = exponent_hue(runs)
    means = plot.estimates(runs, "samples", ["s", "d"], "log")
    slopes, names = {}, {}
    for s, part in hue.split(means):
        own = law[law["s"] == s].sort_values("d")
        start = float(part.sort_values("d")["estimate"].iloc[0])
        slopes[s] = float(
            np.polyfit(np.log(part["d"].astype(float)), np.log(part["estimate"]), 1)[0]
        )
        names[s] = f"{hue.names[s]}: $d^{{{slopes[s]:.2f}}}$"
        for column, dashes in (("poster", "-"), ("cited", ":")):
            y = own[column] / own[column].iloc[0] * start
            ax.plot(own["d"], y, dashes, color=hue.colours[s], linewidth=0.7, zorder=1.8)
            plot.sheet_of(ax).record(ax, _LAWS[column], "guide", x=own["d"], y=y, s=s)
    plot.sheet_of(ax).name(plot.Entry(ax, _LAWS["poster"], "theory", plot.GREY))
    plot.sheet_of(ax).name(plot.Entry(ax, _LAWS["cited"], "theory", plot.GREY, dashes=":"))
    plot.simulation(ax, means, "d", replace(hue, names=names))
    plot.logarithmic(ax)
    ax.set(title="One direction, one pass", xlabel="dimension $d$", ylabel="samples $n$")
    plot.sheet_of(ax).say(**{f"slope_{s}": slope for s, slope in slopes.items()})


def _at_best_step(shares: pd.DataFrame) -> pd.DataFrame:
    """Return many passes, and one pass at the step size with the largest mean share, by n."""
    one = shares[shares["passes"] == "one"]
    means = one.groupby(["n", "factor"])["recovered"].mean()
    best = dict(means.groupby("n").idxmax())
    kept = one[[pair in set(best.values()) for pair in zip(one["n"], one["factor"], strict=True)]]
    return pd.concat([shares[shares["passes"] == "many"], kept])


def _steps(ax: Axes, one: pd.DataFrame) -> None:
    """Draw each fixed step size as a faint line."""
    for factor, part in one.groupby("factor"):
        mean = part.groupby("n")["recovered"].mean()
        ax.plot(mean.index, mean, color="0.8", linewidth=0.5, zorder=1.8)
        plot.sheet_of(ax).record(ax, _FIXED, "guide", x=mean.index, y=mean, step=factor)
    plot.sheet_of(ax).name(plot.Entry(ax, _FIXED, "theory", plot.GREY))
