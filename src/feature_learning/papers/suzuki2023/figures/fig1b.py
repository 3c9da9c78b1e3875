"""The price of a third coordinate in time."""

import numpy as np

from feature_learning import plotting as plot
from feature_learning.papers.suzuki2023.shared.curves import DEGREES, against_dimension, joined
from feature_learning.papers.suzuki2023.shared.thresholds import LEVEL, Curves, growth_curves
from feature_learning.papers.suzuki2023.shared.times import learning_times, powers
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics.intervals import median


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw times of all runs and their medians, with exponents over the dimensions of both k."""
    (ax,) = figure.panels(height=2.4)
    reached = learning_times(tables, alpha=0.0)
    latest = reached[reached["k"] == 3]["d"].max()
    by_run = {k: powers(tables, k, 0.0, latest) for k in DEGREES.names}
    found = {k: median(np.where(np.isinf(own), np.nan, own)) for k, own in by_run.items()}
    steps = by_run[3] - by_run[2]
    gap = median(np.where(np.isfinite(steps), steps, np.nan))
    plot.runs(ax, reached[reached["t80"] < np.inf], "d", "t80", DEGREES)
    medians = plot.estimates(reached, "t80", ["k", "d"], "median")
    joined(ax, medians[medians["estimate"] < np.inf])
    against_dimension(ax, reached["d"])
    plot.logarithmic(ax, "x", ticks=[8, 16, 32, 64])
    ax.set(title=f"Time to accuracy {LEVEL:g}", ylabel=r"time $\eta T$")
    figure.say(level=LEVEL, gap=plot.measured(gap), timed=int(latest))
    figure.say(
        first=int(reached["d"].min()), lost=len(reached) - int((reached["t80"] < np.inf).sum())
    )
    figure.say(**{f"time_{k}": plot.measured(each) for k, each in found.items()})
    curves = {k: growth_curves(tables, k) for k in DEGREES.names}
    shared = [d for d in curves[3].d if d in curves[2].d]
    for k, each in curves.items():
        own = (each.at(shared) if len(shared) > 1 else each).interval(Curves.exponent)
        figure.say(**{f"samples_{k}": plot.measured(own)})
