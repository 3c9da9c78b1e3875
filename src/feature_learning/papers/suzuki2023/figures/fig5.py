"""Accuracy on parities against temperature and width."""

import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import by_run

_LOWER = ", somewhat lower at $d =$ {} than at {}"
_BELOW = " In a the curve of $d =$ {} lies below that of {} throughout, by up to {:.2f},"
_APART = " with disjoint intervals at {} of {} temperatures."
_HALF_WAY = 0.8  # the accuracy at which the temperature is the critical one


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the accuracy against temperature times dimension and against temperature alone."""
    heats, alone = figure.hero(1, share=0.58, height=2.8)
    runs = by_run(tables.runs("temperature"))
    runs = runs.assign(lam=runs["heat"] / runs["d"])
    means = _accuracies(heats, runs, "heat", ends=True)
    plot.logarithmic(heats, "x", ticks=sorted(runs["heat"].unique()))
    _accuracies(alone, runs, "lam")
    plot.logarithmic(alone, "x")
    heats.set(title=r"Against $\lambda d$", xlabel=r"temperature times dimension, $\lambda d$")
    alone.set(title=r"Against $\lambda$, by $d$", xlabel=r"temperature $\lambda$")
    for d, own in means.groupby("d"):
        first = own[own["heat"] == own["heat"].min()].iloc[0]
        colour = plot.written(plot.ordered("d", runs["d"], "{}").colours[d])
        at = (first["heat"] / d, first["high"])
        alone.annotate(f"${d}$", at, (0, 2), textcoords="offset points", color=colour, ha="center")
    sizes = sorted(runs["d"].unique())
    by_size = means.pivot_table(index="heat", columns="d", values="estimate")
    drop = by_size[sizes[-2:][0]] - by_size[sizes[-1]]
    lows, highs = (
        means.pivot_table(index="heat", columns="d", values=end) for end in ("low", "high")
    )
    apart = int((lows[sizes[-2:][0]] > highs[sizes[-1]]).sum())
    last, throughout = [int(size) for size in sizes[-2:][::-1]], bool((drop > 0).all())
    figure.say(
        spread=(by_size.max(axis=1) - by_size.min(axis=1)).max(),
        lower=_LOWER.format(*last) * throughout,
        below=(_BELOW + _APART).format(*last, drop.max(), apart, len(drop)) * throughout,
    )
    ends = means.groupby("heat")["estimate"].agg(["min", "max"])
    above, below = ends[ends["min"] > _HALF_WAY], ends[ends["max"] < _HALF_WAY]
    figure.say(
        coldest=above.index.max(),
        warmest=below.index.min(),
        level=f"{_HALF_WAY:g}",
        neurons=int(runs["width"].iloc[0]),
        least=int(runs["d"].min()),
        most=int(runs["d"].max()),
    )


def _accuracies(ax: Axes, runs: pd.DataFrame, value: str, *, ends: bool = False) -> pd.DataFrame:
    means = plot.estimates(runs, "accuracy", ["d", value], "logit")
    plot.simulation(
        ax, means, value, plot.ordered("d", runs["d"], "$d = {}$"), join=True, ends=ends
    )
    plot.level(ax, 0.5, "chance", at=0.02)
    plot.level(ax, _HALF_WAY, f"{_HALF_WAY:g}")
    ax.margins(x=0.08)
    ax.set(ylabel="test accuracy", ylim=(0.45, 1.08))
    return means
