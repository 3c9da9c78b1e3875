"""The sample size at which the direction is found, against d, and the share of inits that find it."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning.core.tables import Tables
from feature_learning.papers.bietti2022.shared.model import RECOVERED
from feature_learning.papers.bietti2022.shared.panels import dimensions, exponents
from feature_learning.papers.bietti2022.shared.thresholds import thresholds
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.lines import guide, logarithmic
from feature_learning.plotting.marks import simulation
from feature_learning.plotting.sheet import Sheet

_SLOPES = {1: (2.0, "$d^2$"), 2: (2.5, "$d^{5/2}$"), 3: (3.0, "$d^3$")}
_POWERS = {1: "$n/d$", 2: "$n/d$", 3: "$n/d^2$"}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw thresholds with the theorem's exponents, and for each s the shares of single inits over the scaled n."""
    size, *shares = figure.panels(2, 2)
    runs = tables.runs("learning_curves")
    _sizes(size, runs)
    scaled = runs["n"] / runs["d"] ** np.maximum(1, runs["s"] - 1)
    single = runs.assign(scaled=scaled, found=(runs["overlap"] > RECOVERED).astype(float))
    of_seeds = single.groupby(["s", "d", "scaled", "seed"], as_index=False)["found"].mean()  # the inits of a seed share its sample
    for share, s in zip(shares, sorted(map(int, runs["s"].unique())), strict=False):  # smoke has fewer s
        found = estimates(of_seeds[of_seeds["s"] == s], "found", ["d", "scaled"], "logit")
        simulation(share, found, "scaled", dimensions(runs), join=True)
        logarithmic(share, "x")
        share.set(title=f"single inits that recover, $s = {s}$", xlabel=f"scaled samples {_POWERS[s]}", ylabel="share", ylim=(-0.05, 1.05))


def _sizes(ax: Axes, runs: pd.DataFrame) -> None:
    hue, half = exponents(runs), thresholds(runs)
    simulation(ax, estimates(half, "half", ["s", "d"], "median"), "d", hue, join=True, dodge=2.0, ends=True)
    first, last = float(runs["d"].min()), float(runs["d"].max())
    start = 8 * float(half[half["s"] == half["s"].max()]["half"].median())
    for number, (power, name) in enumerate(_SLOPES.values()):
        at = first * (last / first) ** (np.array([0.0, 0.22]) + number / 3)
        guide(ax, at, start * (at / at[0]) ** power, name, at=1.0)
    logarithmic(ax)
    ax.margins(y=0.12)
    ax.set(title="where the best of eight inits recovers", xlabel="dimension $d$", ylabel="samples $n$", xticks=sorted(runs["d"].unique()))
