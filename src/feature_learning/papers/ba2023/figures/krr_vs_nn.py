"""Kernel ridge regression and a network after one step, each at its best ridge, against the spike.

The talk's slide has a row of three panels for either method. Here both are in one panel for each
target, so that the gap between them is seen.
"""

from collections.abc import Sequence

import pandas as pd
from matplotlib.axes import Axes
from scipy.stats import gmean

from feature_learning import plotting as plot
from feature_learning.papers.ba2023.shared.best import best_risks, predicted_best
from feature_learning.papers.ba2023.shared.panels import GAMMA
from feature_learning.plotting import Sheet, Tables

_TARGETS = {"he2-he4": "$h_2 + h_4$", "he1-he4": "$h_1 + h_4$", "he2-he3": "$h_2 + h_3$"}
_DEGREES = {"he2-he4": (2, 4), "he1-he4": (1, 4), "he2-he3": (2, 3)}  # lowest and highest
_LETTERS = {"he2-he4": "y", "he1-he4": "x", "he2-he3": "z"}  # of the caption's fields
_METHODS = plot.methods(
    "method", {"kernel": ("kernel", "kernel"), "network": ("network", "network, one step")}
)
_SPOKEN = 0.6


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
    _say(tables, figure)


def _risks(ax: Axes, tables: Tables, target: str) -> None:
    d = tables.values("comparison", "d")[-1]
    kernel = predicted_best(tables, "kernel", target)
    kernel = kernel[(kernel["gamma"] >= 0) & (kernel["d"] == d)]
    plot.theory(ax, kernel.assign(method="kernel"), "gamma", "risk", _METHODS)
    for method in _METHODS.names:
        runs = best_risks(tables, method, target, d).assign(method=method)
        means = plot.estimates(runs[runs["gamma"] >= 0], "risk", ["method", "gamma"], "log")
        plot.simulation(ax, means, "gamma", _METHODS, join=method == "network")


def _name_window(ax: Axes, ends: Sequence[float]) -> None:
    """Say above the shade, where it may be narrow, what is in it."""
    place = (sum(ends) / 2, 1.0)
    name = ax.annotate(
        "$1 - 1/k$ to $1 - 1/p$", place, (0, 2), ax.get_xaxis_transform(), "offset points"
    )
    name.set(ha="center", va="bottom", color="0.42")


def _say(tables: Tables, figure: Sheet) -> None:
    d = tables.values("comparison", "d")[-1]

    def mean(method: str, target: str, gamma: float = _SPOKEN) -> float:
        runs = best_risks(tables, method, target, d)
        return float(gmean(runs.loc[runs["gamma"] == gamma, "risk"]))

    gaps = pd.concat(_gaps(tables, target) for target in _TARGETS)
    figure.say(d=d, n=round(2 * d), gamma=_SPOKEN, lowest=gaps.min(), highest=gaps.max())
    figure.say(first=min(gaps.index))
    for target, letter in _LETTERS.items():
        kernel, network = mean("kernel", target), mean("network", target)
        figure.say(**{f"kernel_{letter}": kernel, f"network_{letter}": network})
        figure.say(**{f"unspiked_{letter}": mean("network", target, min(gaps.index))})


def _gaps(tables: Tables, target: str) -> pd.Series:
    """Return how far the kernel's mean risk is off its equivalent at each gamma, relatively."""
    d = tables.values("comparison", "d")[-1]
    runs, law = best_risks(tables, "kernel", target, d), predicted_best(tables, "kernel", target)
    risks = runs[runs["gamma"] >= 0].groupby("gamma")["risk"].agg(gmean)
    known = law[law["d"] == d].set_index("gamma")["risk"].reindex(risks.index)
    return risks / known - 1
