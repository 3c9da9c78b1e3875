"""One step against random features."""

from feature_learning.core.tables import Tables
from feature_learning.papers.dandi2023.model import TARGETS
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.lines import level, logarithmic
from feature_learning.plotting.marks import simulation
from feature_learning.plotting.palette import methods
from feature_learning.plotting.sheet import Sheet

_TITLES = {"linear-quadratic": "leap 1: a large gain", "quadratic": "leap 2: a late gain", "cubic": "leap 3: no gain"}
_WEIGHTS = methods("weights", {"frozen": ("random features", "random features"), "stepped": ("network", "one step")})


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw errors with frozen weights and after one step against n/d, for three targets."""
    for ax, (target, title) in zip(figure.panels(1, 3, height=2.0, sharey="row"), _TITLES.items(), strict=True):
        ax.set_title(title)
        runs = tables.runs("step_gain", target=target)
        runs = runs.assign(error=runs["error"] / TARGETS[target].square_norm)
        simulation(ax, estimates(runs, "error", ["weights", "alpha"], "log"), "alpha", _WEIGHTS, join=True, dodge=3)
        logarithmic(ax, "x", ticks=sorted(runs["alpha"].unique()))
        level(ax, 1.0, "null" if target == "cubic" else "")
        ax.set_xlabel("samples per dimension $n/d$")
        ax.set_ylabel("test error / null")
