"""The sample size at which the direction is found, over the theorem's."""

from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd

from feature_learning import plotting as plot
from feature_learning.papers.bietti2022.shared.model import RECOVERED
from feature_learning.papers.bietti2022.shared.panels import exponent_hue
from feature_learning.papers.bietti2022.shared.thresholds import thresholds
from feature_learning.plotting import Sheet, Tables


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the thresholds of the best of eight inits over the theorem's n."""
    runs, law = tables.runs("learning_curves"), tables.theory("learning_curves")
    needed = law.drop_duplicates(["s", "d"])[["s", "d", "needed"]]
    (ax,) = figure.panels(width=figure.target.page * 0.75, height=2.6)
    halves, hue = thresholds(runs), exponent_hue(runs)
    over = halves.merge(needed, on=["s", "d"])
    ratios = over.assign(ratio=over["half"] / over["needed"])
    never = _never(halves, runs)
    counted = ratios.merge(never[~never["never"]], on=["s", "d"])
    slopes = {row.s: row for row in plot.exponents(counted, "d", "ratio", "s").itertuples()}
    names = {
        s: f"{name}: {plot.measured(slopes[s])}" if s in slopes else name
        for s, name in hue.names.items()
    }
    means = plot.estimates(ratios, "ratio", ["s", "d"], "log").merge(never, on=["s", "d"])
    means.loc[means["never"], ["low", "high"]] = np.nan
    plot.simulation(ax, means, "d", replace(hue, names=names), join=True, ends=True)
    third = counted[counted["s"] == 3]["d"]
    figure.say(third=_third(slopes.get(3), third.max()))
    plot.level(ax, 1.0, "theorem's order", at=0.98)
    dimensions = sorted(runs["d"].unique())
    plot.logarithmic(ax, "x", ticks=dimensions)
    plot.logarithmic(ax, "y")
    ax.margins(x=0.08)
    ax.set(xlabel="dimension $d$", ylabel="samples over the theorem's order")
    figure.say(low=int(dimensions[0]), high=int(dimensions[-1]), level=RECOVERED)


def _never(halves: pd.DataFrame, runs: pd.DataFrame) -> pd.DataFrame:
    """Return for each s and d whether a seed never reaches the level."""
    largest = runs.groupby(["s", "d"])["n"].max().rename("largest").reset_index()
    never = halves.merge(largest, on=["s", "d"])
    never = never.assign(never=never["half"] > never["largest"])
    return never.groupby(["s", "d"])["never"].any().reset_index()


def _third(fit: Any, largest: int) -> str:
    """Say for which s the ratio falls, after the exponent of s = 3, which ends at a d."""
    if fit is None or not np.isfinite(fit.high):
        return "$s = 1$ and 2; for $s = 3$ seeds are too few for an interval"
    if fit.high < 0:
        return f"$s = 1$, 2 and 3 (for 3 to $d = {largest}$)"
    return f"$s = 1$ and 2; for $s = 3$, to $d = {largest}$, the interval contains zero"
