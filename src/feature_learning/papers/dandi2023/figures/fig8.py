"""Plateaus of random features."""

import pandas as pd

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_STAIRCASE = pd.DataFrame({"x": [0.25, 1, 1, 2, 2, 3, 3, 3.25], "left": [3, 3, 2, 2, 1, 1, 0, 0]})
_TITLES = {"samples": "infinitely many features", "width": "infinitely many samples"}
_LABELS = {"samples": r"samples, $\log n\,/\log d$", "width": r"features, $\log p\,/\log d$"}
_THEOREM = r"theorem, $d \to \infty$"
_SIMULATED = ("random_features", "random_features_medium", "random_features_large")


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw exact risks against samples and against features over the deterministic equivalents and
    the staircase.
    """
    law = tables.theory("plateaus")
    runs = pd.concat(tables.runs(name) for name in _SIMULATED)
    dimensions = plot.ordered(
        "d", [*law["d"], *runs["d"]], lambda d: f"$d = {plot.number(float(d))}$"
    )
    for ax, varied in figure.facets(list(_TITLES), _TITLES.__getitem__):
        ax.plot(_STAIRCASE["x"], _STAIRCASE["left"], color=plot.GREY, linewidth=0.8, zorder=1.5)
        figure.record(ax, _THEOREM, "guide", x=_STAIRCASE["x"], y=_STAIRCASE["left"])
        figure.name(plot.Entry(ax, _THEOREM, "theory", plot.GREY))
        if varied == "width":  # at the ends of the treads
            for height, name in ((2, "linear part"), (1, "linear and quadratic")):
                ax.text(4.03 - height, height + 0.05, name, color="0.4")
        errors = plot.estimates(runs[runs["varied"] == varied], "error", ["d", "log_size"], "log")
        plot.simulation(ax, errors, "log_size", dimensions)
        plot.theory(ax, law[law["varied"] == varied], "log_size", "error", dimensions)
        ax.set(xlabel=_LABELS[varied], ylabel="test error")
