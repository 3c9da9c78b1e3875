"""The sample size at which the direction is found, against d, and the share of inits that find it."""

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.papers.bietti2022.model import RECOVERED
from feature_learning.papers.bietti2022.panels import exponents
from feature_learning.papers.bietti2022.thresholds import thresholds
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.lines import guide, logarithmic
from feature_learning.plotting.marks import simulation
from feature_learning.plotting.palette import Hue
from feature_learning.plotting.sheet import Sheet

_SLOPES = {1: (2.0, "$2$"), 2: (2.5, "$5/2$"), 3: (3.0, "$3$")}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw thresholds with the theorem's exponents, and shares of single inits over the scaled n."""
    size, share = figure.panels(1, 2)
    runs = tables.runs("learning_curves")
    hue, half = exponents(runs), thresholds(runs)
    simulation(size, estimates(half, "half", ["s", "d"], "median"), "d", hue, join=True, dodge=2.0)
    d = np.array([runs["d"].min(), runs["d"].max()], dtype=float)
    start = 4.5 * float(half[half["s"] == half["s"].max()]["half"].median())
    for number, s in enumerate(sorted(map(int, half["s"].unique()))):
        power, name = _SLOPES[s]
        at = d[0] * np.array([1.0, 1.5]) * 1.55**number
        guide(size, at, start * (at / at[0]) ** power, f"$s = {s}$: slope {name}", at=1.0)
    logarithmic(size)
    size.margins(y=0.12)
    size.set(
        title="where the best of eight inits recovers", xlabel="dimension $d$", ylabel="samples $n$", xticks=sorted(runs["d"].unique())
    )
    scale = runs["d"] ** np.maximum(1, runs["s"] - 1)
    single = pd.DataFrame(
        {
            "seed": runs["seed"].astype(str) + "-" + runs["init"].astype(str),
            "s": runs["s"],
            "d": runs["d"],
            "scaled": runs["n"] / scale,
            "found": runs["overlap"] > RECOVERED,
        }
    )
    found = estimates(single, "found", ["s", "d", "scaled"], "fraction")
    found["series"] = list(zip(found["s"], found["d"], strict=True))
    simulation(share, found, "scaled", _by_dimension(hue, sorted(runs["d"].unique())), join=True)
    logarithmic(share, "x")
    share.set(
        title="single inits that recover",
        xlabel=r"scaled samples $n/d^{\max(1,\,s-1)}$",
        ylabel="share that recovers",
    )


def _by_dimension(hue: Hue, dimensions: list[int]) -> Hue:
    """Return a series for each s and d: the colour says s, the marker d."""
    keys = [(s, d) for s in hue.names for d in dimensions]
    names = {key: f"$s = {key[0]}$, $d = {key[1]}$" for key in keys}
    markers = dict(zip(dimensions, ("^", "o", "s", "D"), strict=False))
    return Hue("series", {key: hue.colours[key[0]] for key in keys}, names, {key: markers[key[1]] for key in keys})
