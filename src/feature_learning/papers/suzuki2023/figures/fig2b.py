"""The time to learn at three sizes of the relevant coordinates."""

import numpy as np

from feature_learning import plotting as plot
from feature_learning.papers.suzuki2023.shared.curves import against_dimension
from feature_learning.papers.suzuki2023.shared.thresholds import LEVEL
from feature_learning.papers.suzuki2023.shared.times import learning_times, power_of_medians, powers
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics.intervals import median

_ALPHAS = [0.0, 0.5, 1.0]
_DEGREES = plot.ordered("k", (2, 3), "$k = {}$", "network")


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw medians over runs, and every run, for each alpha; powers of d at the right edge."""
    for ax, alpha in figure.facets(_ALPHAS, r"$\alpha = {:g}$", height=2.2, sharex=True):
        reached = learning_times(tables, alpha=alpha)
        finished = reached[reached["t80"] < np.inf]
        plot.runs(ax, finished, "d", "t80", _DEGREES)
        medians = plot.estimates(reached, "t80", ["k", "d"], "median")
        medians = medians[medians["estimate"] < np.inf]
        plot.simulation(ax, medians, "d", _DEGREES, join=True)
        against_dimension(ax, reached["d"])
        ax.set(ylabel="time to accuracy 0.8")
        for k, colour in _DEGREES.colours.items():
            power = power_of_medians(tables, k, alpha)
            each = powers(tables, k, alpha)
            said = plot.measured(median(np.where(np.isinf(each), np.nan, each)))
            figure.say(**{f"power_{k}_{alpha:g}".replace(".", "_"): said})
            if np.isfinite(power):
                last = medians[medians["k"] == k].sort_values("d").iloc[-1]
                name = f"$d^{{{round(power, 1) + 0.0:.1f}}}$"
                if last["d"] == reached["d"].max():
                    figure.edge_label(ax, last["estimate"], name, colour)
                else:
                    at, shade = (last["d"], last["estimate"]), plot.written(colour)
                    ax.annotate(name, at, (5, 0), color=shade, textcoords="offset points")
        figure.say(level=LEVEL)
        figure.say(**{f"lost_{alpha:g}".replace(".", "_"): len(reached) - len(finished)})
