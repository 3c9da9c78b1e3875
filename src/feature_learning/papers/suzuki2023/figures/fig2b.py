"""The time to learn at three sizes of the relevant coordinates."""

import numpy as np

from feature_learning import plotting as plot
from feature_learning.papers.suzuki2023.shared.curves import DEGREES, against_dimension, joined
from feature_learning.papers.suzuki2023.shared.thresholds import LEVEL
from feature_learning.papers.suzuki2023.shared.times import learning_times, powers
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import Interval
from feature_learning.statistics.intervals import median

_ALPHAS = [0.0, 0.5, 1.0]


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw medians over runs, and every run, for each alpha; powers of d at the right edge."""
    for ax, alpha in figure.facets(_ALPHAS, r"$\alpha = {:g}$", height=2.2, sharex=True):
        reached = learning_times(tables, alpha=alpha)
        finished = reached[reached["t80"] < np.inf]
        plot.runs(ax, finished, "d", "t80", DEGREES)
        medians = plot.estimates(reached, "t80", ["k", "d"], "median")
        medians = medians[medians["estimate"] < np.inf]
        joined(ax, medians)
        against_dimension(ax, reached["d"])
        plot.logarithmic(ax, "x", ticks=[8, 16, 32, 64])
        ax.set(ylabel=r"time $\eta T$ to accuracy 0.8")
        for k, colour in DEGREES.colours.items():
            each = powers(tables, k, alpha)
            power = median(np.where(np.isinf(each), np.nan, each))
            said = plot.measured(power)
            figure.say(**{f"power_{k}_{alpha:g}".replace(".", "_"): said})
            if np.isfinite(power.estimate):
                last = medians[medians["k"] == k].sort_values("d").iloc[-1]
                which = "" if alpha == _ALPHAS[0] else f"$k = {k}$: "  # there the curves are named
                name = which + _power(power)
                if last["d"] == reached["d"].max():
                    figure.edge_label(ax, last["estimate"], name, plot.written(colour))
                else:
                    at, shade = (last["d"], last["estimate"]), plot.written(colour)
                    ax.annotate(name, at, (5, 0), color=shade, textcoords="offset points")
        figure.say(level=LEVEL)
        figure.say(**{f"lost_{alpha:g}".replace(".", "_"): len(reached) - len(finished)})


def _power(found: Interval) -> str:
    """Return a power of d, with its interval in a second line."""
    estimate, *ends = (round(end, 1) + 0.0 for end in (found.estimate, found.low, found.high))
    name = f"$d^{{{estimate:.1f}}}$"
    return f"{name}\n$[{ends[0]:.1f}$, ${ends[1]:.1f}]$" if np.isfinite(ends).all() else name
