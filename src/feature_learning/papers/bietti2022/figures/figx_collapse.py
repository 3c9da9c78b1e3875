"""Excess risk after the refit against the theory of each run's own neurons."""

import pandas as pd
from matplotlib.ticker import PercentFormatter

from feature_learning import plotting as plot
from feature_learning.papers.bietti2022.shared.thresholds import best
from feature_learning.plotting import Sheet, Tables

_MOST = 0.95  # of the runs, whose gaps are said


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw every seed's best run from n = 1000 on, and the line of equality; below it the gaps."""
    (ax,) = figure.panels(height=2.8)
    runs = tables.runs("learning_curves")
    runs = best(runs[runs["n"] >= 1000])
    runs = runs.assign(gap=runs["refit"] / runs["predicted"] - 1)
    ends = runs["predicted"].agg(["min", "max"])
    equal = pd.DataFrame({"predicted": ends, "refit": ends})
    plot.theory(ax, equal, "predicted", "refit", kinks=True, thin=True)
    plot.runs(ax, runs, "predicted", "refit", alpha=0.4)
    plot.logarithmic(ax)
    ax.set(xlabel="$R(|m|)$ of the run's own neurons", ylabel="excess risk after the refit")
    strip = figure.strip_below(ax)
    plot.runs(strip, runs, "predicted", "gap", alpha=0.4)
    strip.axhline(0, color=plot.PREDICTION, linewidth=0.5, zorder=1.5)
    strip.set_ylabel("gap")
    strip.yaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))
    tail = (1 - _MOST) / 2
    low, high = runs["gap"].quantile([tail, 1 - tail])
    figure.say(sizes=", ".join(map(str, sorted(runs["d"].unique()))))
    figure.say(most=_MOST, low=low, high=high, least=runs["gap"].min(), largest=runs["gap"].max())
