"""Gaussian equivalence."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import PercentFormatter

from feature_learning import plotting as plot
from feature_learning.papers.mei2019.shared.panels import SPAN, features_axis
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import fitted, loglog_slope

_LAM = 1e-3
_SHOWN = (0.1, 0.2, 0.3, 0.5, 0.7, 0.9, 1.1, 1.5, 2.0, 3.0, 4.0)  # of N/n, for the markers
_WIDE = 2.0  # N/n of the exponent


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw both models' difference, and what the features learn of a quadratic target, against N/n
    for each d.
    """
    difference, learned = figure.hero(1, share=0.57, height=2.5)
    hue = plot.ordered("d", tables.values("double_descent", "d"), "$d = {}$")
    shown = [_difference(difference, tables, hue), _learned(learned, tables, hue)]
    ends = [one[["low", "high"]].to_numpy() for one in shown]
    low = min(float(end[end > -1].min(initial=0.0)) for end in ends)
    high = max(float(end[end < 1].max(initial=0.02)) for end in ends)
    for ax in (difference, learned):
        features_axis(ax)
        ax.yaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))
        ax.set(xlim=SPAN, ylim=(1.1 * low, 1.1 * high))


def _difference(ax: Axes, tables: Tables, hue: plot.Hue) -> pd.DataFrame:
    """Draw the paired difference of the test errors, relative to their limit, and return it."""
    runs, law = (
        read("double_descent", lam=_LAM, target="linear") for read in (tables.runs, tables.theory)
    )
    law = law[law["ratio"].between(*SPAN)]
    law = law.assign(lower=1 - law["finite"] / law["test"])
    both = runs.pivot(index=["d", "seed", "ratio"], columns="model", values="test").reset_index()
    both = both.merge(law[["d", "ratio", "test"]], on=["d", "ratio"])
    both["lower"] = (both["gaussian"] - both["features"]) / both["test"]
    plot.theory(ax, law, "ratio", "lower", hue)
    means = plot.estimates(both, "lower", ["d", "ratio"])
    shown = means[means["ratio"].isin(_SHOWN)]
    plot.simulation(ax, shown, "ratio", hue, ends=True)
    plot.level(ax, 0.0, "")
    ax.set(title="Linear target: ReLU below linear", ylabel="relative difference")
    _say_rate(ax, both)
    at = shown.merge(law, on=["d", "ratio"])
    outside = plot.excludes(at, at["lower"])
    plot.sheet_of(ax).say(outside=int(outside.sum()), all=len(at))
    largest = shown[shown["d"] == shown["d"].max()]
    plot.sheet_of(ax).say(
        share=float(largest["estimate"].abs().max()),
        d=int(means["d"].max()),
        seeds=int(largest["seeds"].max()),
    )
    return shown


def _say_rate(ax: Axes, both: pd.DataFrame) -> None:
    """Say the exponent in d of the mean difference at the width of the exponents."""
    wide = both[both["ratio"] == _WIDE].pivot(index="seed", columns="d", values="lower")
    at = wide.columns.to_numpy(dtype=float)
    found = fitted(wide.to_numpy(), lambda mean: loglog_slope(at, np.abs(mean)))
    plot.sheet_of(ax).say(rate=plot.measured(found))


def _learned(ax: Axes, tables: Tables, hue: plot.Hue) -> pd.DataFrame:
    """Draw the learned fraction of the quadratic target, and return it."""
    runs, law = (
        read("double_descent", lam=_LAM, target="pure-quadratic")
        for read in (tables.runs, tables.theory)
    )
    runs = runs[runs["model"] == "features"]
    plot.theory(ax, law[law["ratio"].between(*SPAN)], "ratio", "learned", hue)
    shown = plot.estimates(runs[runs["ratio"].isin(_SHOWN)], "learned", ["d", "ratio"])
    plot.simulation(ax, shown, "ratio", hue)
    ax.set(title="Quadratic target", ylabel="learned fraction")
    wide = runs[runs["ratio"] == _WIDE]
    (slope,) = plot.exponents(wide, "d", "learned", "target").itertuples()
    plot.sheet_of(ax).say(exponent=plot.measured(slope))
    return shown
