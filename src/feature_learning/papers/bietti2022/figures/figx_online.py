"""One pass of SGD against the dimension, and many passes over a sample against one."""

from dataclasses import replace
from typing import Any

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.bietti2022.shared.panels import exponent_hue
from feature_learning.papers.bietti2022.shared.thresholds import recovered
from feature_learning.plotting import Sheet, Tables

_LAWS = {"poster": "$d^s$", "cited": "cited bound"}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the samples that one pass takes, over d^s, against d, and by how much more often inits
    recover with many passes, paired, against n.
    """
    growth, gain = figure.hero(1, share=0.64, height=2.7)
    hue = exponent_hue(tables.runs("sgd_exponent"))
    _growth(growth, tables, hue)
    _gain(gain, tables, hue)


def _growth(ax: Axes, tables: Tables, hue: plot.Hue) -> None:
    """Draw the samples of one pass over d^s, and d^s and the cited bound through their smallest
    d.
    """
    runs, law = tables.runs("sgd_exponent"), tables.theory("sgd_exponent")
    names = {}
    runs = runs.merge(law[["s", "d", "poster"]], on=["s", "d"])
    means = plot.estimates(
        runs.assign(ratio=runs["samples"] / runs["poster"]), "ratio", ["s", "d"], "log"
    )
    for s, part in hue.split(means):
        own, part = law[law["s"] == s].sort_values("d"), part.sort_values("d")
        d, start = part["d"].to_numpy(float), float(part["estimate"].iloc[0])
        slope = s + float(np.polyfit(np.log(d), np.log(part["estimate"]), 1)[0])
        names[s] = f"{hue.names[s]}: $d^{{{slope:.2f}}}$"
        plot.sheet_of(ax).say(**{f"slope_{s}": slope})
        for column, dashes in (("poster", "-"), ("cited", ":")):
            ratio = own[column] / own["poster"]
            y = ratio / ratio.iloc[0] * start
            ax.plot(own["d"], y, dashes, color=hue.colours[s], linewidth=0.7, zorder=1.8)
            plot.sheet_of(ax).record(ax, _LAWS[column], "guide", x=own["d"], y=y, s=s)
    d, middle = own["d"].to_numpy(float), len(own) // 2
    _write(ax, _LAWS["poster"], (d[-1], start), (3, 0), ha="left", va="center")
    _write(ax, _LAWS["cited"], (d[middle], y.iloc[middle]), (-3, -3), ha="right", va="top")
    plot.simulation(ax, means, "d", replace(hue, names=names), join=True, ends=True)
    plot.logarithmic(ax)
    ax.set(title="One direction, one pass", xlabel="dimension $d$", ylabel="samples $n/d^s$")


def _write(
    ax: Axes, text: str, at: tuple[float, float], shift: tuple[float, float], **align: Any
) -> None:
    """Name a guide beside one of its points."""
    size = mpl.rcParams["legend.fontsize"]
    ax.annotate(text, at, shift, textcoords="offset points", color="0.42", fontsize=size, **align)


def _gain(ax: Axes, tables: Tables, hue: plot.Hue) -> None:
    """Draw the share of inits that recover with many passes, less that with one, seed by seed."""
    runs = tables.runs("one_pass")
    shares = recovered(runs, "s", "n", "passes", "factor")
    chosen = pd.concat([_at_best_step(part) for _, part in shares.groupby("s")])
    gaps = plot.paired(chosen, "recovered", "passes", ("many", "one"), ["s", "n"])
    plot.simulation(ax, gaps, "n", hue, join=True, ends=True)
    plot.level(ax, 0.0, "no gain", at=0.02)
    plot.logarithmic(ax, "x", ticks=sorted(gaps["n"].unique()))
    ax.margins(x=0.15, y=0.15)
    ax.set(title="Gain, many passes", xlabel="samples $n$", ylabel="gain in share that recovers")
    first = gaps[gaps["n"] == gaps["n"].min()].set_index("s")["estimate"]
    plot.sheet_of(ax).say(**{f"gain_{s}": gap for s, gap in first.items()})
    plot.sheet_of(ax).say(n=f"{gaps['n'].min():g}")


def _at_best_step(shares: pd.DataFrame) -> pd.DataFrame:
    """Return many passes, and one pass at the step size with the largest mean share, by n."""
    one = shares[shares["passes"] == "one"]
    means = one.groupby(["n", "factor"])["recovered"].mean()
    best = dict(means.groupby("n").idxmax())
    kept = one[[pair in set(best.values()) for pair in zip(one["n"], one["factor"], strict=True)]]
    return pd.concat([shares[shares["passes"] == "many"], kept])
