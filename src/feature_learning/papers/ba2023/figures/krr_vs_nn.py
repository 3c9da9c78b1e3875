"""Kernel ridge regression, a network after one step, and PCA with fitting, on the same data."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.ba2023.shared.panels import GAMMA
from feature_learning.plotting import Sheet, Tables

_NAMES = {"he1-he4": "$h_1 + h_4$", "he2-he4": "$h_2 + h_4$", "he2-he3": "$h_2 + h_3$"}
_WIDTHS = ("wide window", "narrower", "narrow")
_DEGREES = {"he1-he4": (1, 4), "he2-he4": (2, 4), "he2-he3": (2, 3)}  # lowest and highest
_NONE, _BREAK = -0.3, -0.14  # where the runs without a spike are drawn, and the axis is broken
_METHODS = plot.methods(
    "quantity",
    {
        "kernel_risk": ("kernel", "kernel"),
        "network_risk": ("network", "network, one step"),
        "pca_risk": ("linear", "PCA + fitting"),
    },
)
_PREDICTED = ("kernel_risk", "pca_risk")
_TARGETS = (plot.BLUE, plot.PURPLE)
_HIGHEST = {"he2": 2, "he2-he3": 3, "he2-he4": 4}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the methods for three targets, and the network against d and what the step keeps."""
    *risks, sizes, kept = figure.mosaic(3, 2, shared=(0,))
    d = tables.values("comparison", "d")[0]
    for ax, (name, title), window in zip(risks, _NAMES.items(), _WIDTHS, strict=True):
        runs, predicted = (
            read("comparison", d=d, target=name) for read in (tables.runs, tables.theory)
        )
        _risks(ax, runs, predicted)
        # An edge out of sight makes the first regime white.
        edges = [-1.0, *(1 - 1 / degree for degree in _DEGREES[name])]
        plot.regimes(ax, edges, ["", "", "network only", ""])
        ax.set_title(f"{title}: {window}")
    _sizes(sizes, tables)
    _kept(kept, tables.runs("initial_weights"))


def _risks(ax: Axes, runs: pd.DataFrame, predicted: pd.DataFrame) -> None:
    curves = predicted[np.isfinite(predicted["gamma"])]
    for column in _PREDICTED:
        plot.theory(ax, curves.assign(quantity=column), "gamma", column, _METHODS)
    plot.theory(
        ax, curves.assign(quantity="kernel_risk"), "gamma", "doubled_risk", _METHODS, thin=True
    )
    plot.theory(ax, curves, "gamma", "limit", label=r"kernel, $d \to \infty$")
    runs = runs.assign(gamma=runs["gamma"].clip(lower=_NONE))
    means = plot.estimates(runs, list(_METHODS.names), ["gamma"], "log")
    none, network = means["gamma"] == _NONE, means["quantity"] == "network_risk"
    plot.simulation(ax, means[~none & ~network], "gamma", _METHODS)
    plot.simulation(ax, means[~none & network], "gamma", _METHODS, join=True)
    plot.simulation(ax, means[none], "gamma", _METHODS)
    ax.set_xticks([_NONE, 0, 0.25, 0.5, 0.75, 1], ["no spike", "0", "", "0.5", "", "1"])
    ax.set(xlabel=GAMMA, ylabel="risk", xlim=(-0.46, 1.03))
    _broken(ax)


def _shades(method: str) -> plot.Hue:
    return plot.ordered("highest", _HIGHEST.values(), "$p = {}$", palette=method)


def _sizes(ax: Axes, tables: Tables) -> None:
    runs, predicted = (
        frame.assign(highest=frame["target"].map(_HIGHEST))
        for frame in (tables.runs("dimensions"), tables.theory("dimensions"))
    )
    plot.theory(ax, predicted, "d", "kernel_risk", _shades("kernel"), ends=True)
    means = plot.estimates(runs, "network_risk", ["d", "highest"], "log")
    plot.simulation(ax, means, "d", _shades("network"), join=True, ends=True)
    plot.logarithmic(ax, "x", ticks=tables.values("dimensions", "d"))
    plot.logarithmic(ax, "y")
    title = "at any degree $p$ the network improves"
    ax.set(title=title, xlabel="dimension $d$", ylabel="risk")


def _kept(ax: Axes, runs: pd.DataFrame) -> None:
    values = sorted(runs["kept"].unique())
    names = {
        (target, gamma): rf"{_NAMES[target]}, $\gamma = {gamma:g}$"
        for target in sorted(runs["target"].unique())
        for gamma in sorted(runs["gamma"].unique())
    }
    targets, gammas = ([*dict.fromkeys(part)] for part in zip(*names, strict=True))
    hue = plot.Hue(
        "case",
        {key: _TARGETS[targets.index(key[0])] for key in names},
        names,
        {key: plot.MARKERS[gammas.index(key[1])] for key in names},
    )
    runs = runs.assign(place=[values.index(value) for value in runs["kept"]])
    runs["case"] = list(zip(runs["target"], runs["gamma"], strict=True))
    means = plot.estimates(runs, "network_risk", ["place", "case"], "log")
    plot.simulation(ax, means, "place", hue, join=True, ends=True)
    plot.logarithmic(ax, "y")
    ax.set_xticks(range(len(values)), [f"{value:g}" for value in values])
    ax.set(title="keeping all of $W_0$ spoils it", ylabel="risk", xlim=(-0.3, len(values) - 0.7))
    ax.set_xlabel(r"part of $W_0$ kept, $\omega$")


def _broken(ax: Axes) -> None:
    """Break the x axis between no spike and the weakest."""
    for place in (_BREAK - 0.012, _BREAK + 0.012):
        ax.plot(
            [place],
            [0],
            marker=[(-1, -2), (1, 2)],
            markersize=6 * ax.figure.target.type,  # type: ignore[union-attr]
            color="black",
            transform=ax.get_xaxis_transform(),
            clip_on=False,
        )
