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
from feature_learning.statistics import loglog_slope


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
    medians = plot.estimates(halves, "half", ["s", "d"], "median").merge(never, on=["s", "d"])
    shown = _over(medians[~medians["never"]], needed)
    figure.say(medians=_powers(shown), third=_third(slopes.get(3)))
    medians.loc[medians["never"], ["low", "high"]] = np.nan
    named = replace(hue, names=names)
    plot.simulation(ax, _over(medians, needed), "d", named, join=True, ends=True)
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


def _third(fit: Any) -> str:
    """Say what the interval of the exponent for s = 3 allows."""
    if fit is None or not np.isfinite(fit.high):
        return "seeds are too few for an interval"
    return "it does, too" if fit.high < 0 else "the interval contains zero"


def _powers(shown: pd.DataFrame) -> str:
    """Say the exponents in d of the medians."""
    said = []
    for s, own in shown.groupby("s"):
        if len(own) > 1:
            x, y = (own[name].to_numpy(dtype=float) for name in ("d", "estimate"))
            said.append(f"${loglog_slope(x, y):.2f}$ for $s = {s}$")
    return ", ".join(said)


def _over(sizes: pd.DataFrame, needed: pd.DataFrame) -> pd.DataFrame:
    """Return estimated sample sizes over the theorem's."""
    table = sizes.merge(needed, on=["s", "d"])
    ends = ["estimate", "low", "high"]
    return table.assign(**table[ends].div(table["needed"], axis=0))
