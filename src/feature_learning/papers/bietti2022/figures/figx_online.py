"""Many passes over a sample against one, at its best step size."""

import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.bietti2022.shared.thresholds import recovered
from feature_learning.plotting import Sheet, Tables

_PASSES = plot.methods(
    "passes", {"many": ("network", "many passes"), "one": ("variant", "one pass, best step")}
)
_FIXED = "one pass, other steps"


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the share of inits that recover against n, and the paired difference."""
    runs = tables.runs("one_pass")
    shares = recovered(runs, "s", "n", "passes", "factor")
    for ax, s in figure.facets(sorted(runs["s"].unique()), "$s = {}$", height=2.4):
        chosen = _at_best_step(shares[shares["s"] == s])
        _steps(ax, shares[(shares["s"] == s) & (shares["passes"] == "one")])
        means = plot.estimates(chosen, "recovered", ["passes", "n"], "logit")
        plot.simulation(ax, means, "n", _PASSES, join=True)
        plot.logarithmic(ax, "x", ticks=(1e3, 1e4))
        ax.set(xlabel="samples $n$", ylabel="share that recovers", ylim=(-0.04, 1.04))
        gap = plot.paired(chosen, "recovered", "passes", ("many", "one"), ["n"])
        strip = figure.strip_below(ax)
        plot.simulation(strip, gap, "n", colour=plot.PREDICTION)
        plot.level(strip, 0.0, "")
        strip.set(ylabel="gain", ylim=(-1.05, 1.05))
        first = gap.iloc[0]
        figure.say(**{f"gain_{s}": first["estimate"], "n": f"{first['n']:g}"})


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
