"""The sample size at which the direction is found, over the theorem's."""

from dataclasses import replace

import numpy as np
import pandas as pd

from feature_learning import plotting as plot
from feature_learning.papers.bietti2022.shared.panels import exponent_hue
from feature_learning.papers.bietti2022.shared.thresholds import recovered, thresholds
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import by_seed, crossing, fitted_logarithm

_HALF = 0.5
_SINGLE = (1, 2)  # for s = 3 the share of single inits stays below a half


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the thresholds of the best of eight inits and of half of the single ones over the
    theorem's n.
    """
    runs, law = tables.runs("learning_curves"), tables.theory("learning_curves")
    needed = law.drop_duplicates(["s", "d"])[["s", "d", "needed"]]
    ratio, single = figure.hero(1, share=0.6, height=2.5)
    halves, hue = thresholds(runs), exponent_hue(runs)
    medians = plot.estimates(halves, "half", ["s", "d"], "median")
    over = halves.merge(needed, on=["s", "d"])
    slopes = {
        row["s"]: row
        for _, row in plot.exponents(
            over.assign(ratio=over["half"] / over["needed"]), "d", "ratio", "s"
        ).iterrows()
    }
    names = {s: f"{name}: {plot.measured(slopes[s])}" for s, name in hue.names.items()}
    named = replace(hue, names=names)
    plot.simulation(ratio, _over(medians, needed), "d", named, join=True, ends=True)
    found = _over(_halves(runs), needed)
    if len(found):
        plot.simulation(single, found, "d", hue, join=True, ends=True)
    plot.level(ratio, 1.0, "theorem's order", at=0.98)
    plot.level(single, 1.0, "")
    for ax in (ratio, single):
        ax.set_ylabel("samples over theorem's")
    ratio.set_title("Best of eight inits")
    single.set_title("Half of all inits")
    for ax in (ratio, single):
        plot.logarithmic(ax, "x", ticks=sorted(runs["d"].unique()))
        plot.logarithmic(ax, "y")
        ax.margins(x=0.15)
        ax.set(xlabel="dimension $d$")
    ends = [end for ax in (ratio, single) for end in ax.get_ylim()]
    for ax in (ratio, single):
        ax.set_ylim(min(ends), max(ends))


def _over(sizes: pd.DataFrame, needed: pd.DataFrame) -> pd.DataFrame:
    """Return estimated sample sizes over the theorem's."""
    table = sizes.merge(needed, on=["s", "d"])
    ends = ["estimate", "low", "high"]
    return table.assign(**table[ends].div(table["needed"], axis=0))


def _halves(runs: pd.DataFrame) -> pd.DataFrame:
    """Return the n at which half of the single inits recover, by s and d, with its interval over
    seeds; without those at which fewer recover at any n.
    """
    rows, shares = [], recovered(runs[runs["s"].isin(_SINGLE)], "s", "d", "n")
    for (s, d), part in shares.groupby(["s", "d"]):
        curves = by_seed(part, "recovered", "n")
        sizes = curves.columns.to_numpy(dtype=float)

        def fit(mean: np.ndarray, sizes: np.ndarray = sizes) -> float:
            return float(np.log(crossing(sizes, np.maximum.accumulate(mean), _HALF)))

        if np.isfinite(fit(curves.to_numpy().mean(axis=0))):
            found = [fitted_logarithm(curves.to_numpy(), fit)]
            rows.append(plot.points(found, len(curves), "threshold", s=s, d=d))
    return pd.concat(rows) if rows else pd.DataFrame(columns=["s", "d", "estimate", "low", "high"])
