"""Kernel ridge regression and a network after one step, each at its best ridge, against the spike.

The talk's slide has a row of three panels for either method. Here both are in one panel for each
target, so the gap between them is seen.
"""

from collections.abc import Sequence

from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.ba2023 import quantities as q
from feature_learning.papers.ba2023.panels import GAMMA
from feature_learning.plotting import Sheet, Tables

_TARGETS = {"he2-he4": "$h_2 + h_4$", "he1-he4": "$h_1 + h_4$", "he2-he3": "$h_2 + h_3$"}
_DEGREES = {"he2-he4": (2, 4), "he1-he4": (1, 4), "he2-he3": (2, 3)}  # lowest and highest
_METHODS = plot.methods(
    "method", {"kernel": ("kernel", "kernel"), "network": ("network", "network, one step")}
)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the risk of both methods for three targets at the largest d."""
    most = tables.runs("comparison")["gamma"].max()
    axes = figure.hero(2, share=0.6, height=2.9)
    for ax, target in zip(axes, _TARGETS, strict=True):
        _risks(ax, tables, target)
        lowest, highest = _DEGREES[target]
        window = [-1.0, 1 - 1 / lowest, 1 - 1 / highest]
        plot.regimes(ax, window, ["", "", "", ""])
        _name_window(ax, window[1:])
        plot.logarithmic(ax, "y")
        ax.set(title=_TARGETS[target], ylabel="risk", xlabel=GAMMA)
        ax.set(xlim=(-0.04, most + 0.02), xticks=[0, 0.25, 0.5, 0.75])
    least = min(ax.dataLim.minposy for ax in axes)
    for ax in axes:
        ax.set_ylim(0.8 * least, 1.6)
    axes[1].label_outer()
    d = tables.values("comparison", "d")[-1]
    figure.say(d=d, n=round(2 * d))


def _risks(ax: Axes, tables: Tables, target: str) -> None:
    for method in _METHODS.names:
        risk = q.best_risk(tables, method).averaged("geometric mean")
        risk = risk.at(target=target, d="largest", gamma=lambda gamma: gamma >= 0)
        if risk.prediction is not None:
            law = risk.prediction.table().assign(method=method)
            plot.theory(ax, law, "gamma", "estimate", _METHODS)
        means = risk.predicted_by(None).table().assign(method=method)
        plot.simulation(ax, means, "gamma", _METHODS, join=method == "network")


def _name_window(ax: Axes, ends: Sequence[float]) -> None:
    """Say above the shade, where it may be narrow, what is in it."""
    place = (sum(ends) / 2, 1.0)
    name = ax.annotate(
        "$1 - 1/k$ to $1 - 1/p$", place, (0, 2), ax.get_xaxis_transform(), "offset points"
    )
    name.set(ha="center", va="bottom", color="0.42")
