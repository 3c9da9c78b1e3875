"""Kernel ridge regression, a network after one step, and PCA with fitting, on the same data."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning.core.tables import Tables
from feature_learning.papers.ba2023.shared.panels import GAMMA
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.lines import logarithmic, regimes
from feature_learning.plotting.marks import simulation, theory
from feature_learning.plotting.palette import BLUE, MARKERS, PURPLE, Hue, methods, ordered
from feature_learning.plotting.sheet import Sheet

_NAMES = {"he1-he4": "$h_1 + h_4$", "he2-he4": "$h_2 + h_4$", "he2-he3": "$h_2 + h_3$"}
_WIDTHS = ("wide window", "narrower", "narrow")
_EXPONENT = {"he1-he4": 1, "he2-he4": 2, "he2-he3": 2}
_DEGREE = {"he1-he4": 4, "he2-he4": 4, "he2-he3": 3}
_NONE, _BREAK = -0.3, -0.14  # where the runs without a spike are drawn, and the axis is broken
_METHODS = methods(
    "quantity",
    {
        "kernel_risk": ("kernel", "kernel"),
        "network_risk": ("network", "network, one step"),
        "pca_risk": ("linear", "PCA + fitting"),
    },
)
_PREDICTED = ("kernel_risk", "pca_risk")
_TARGETS = (BLUE, PURPLE)
_HIGHEST = {"he2": 2, "he2-he3": 3, "he2-he4": 4}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the methods for three targets, and the network against d and what the step keeps."""
    *risks, sizes, kept = figure.mosaic(3, 2, shared=(0,))
    d = int(tables.runs("comparison")["d"].min())
    for ax, (name, title), window in zip(risks, _NAMES.items(), _WIDTHS, strict=True):
        ax.set_title(f"{title}: {window}")
        _risks(
            ax,
            tables.runs("comparison", d=d, target=name),
            tables.theory("comparison", d=d, target=name),
        )
        regimes(
            ax,
            # An edge out of sight makes the first regime white.
            [-1.0, 1 - 1 / _EXPONENT[name], 1 - 1 / _DEGREE[name]],
            ["", "", "network only", ""],
        )
    sizes.set_title("at any degree $p$ the network improves")
    _sizes(sizes, tables)
    kept.set_title("keeping all of $W_0$ spoils it")
    _kept(kept, tables.runs("initial_weights"))


def _risks(ax: Axes, runs: pd.DataFrame, predicted: pd.DataFrame) -> None:
    curves = predicted[np.isfinite(predicted["gamma"])]
    for column in _PREDICTED:
        theory(ax, curves.assign(quantity=column), "gamma", column, _METHODS)
    theory(ax, curves.assign(quantity="kernel_risk"), "gamma", "doubled_risk", _METHODS, thin=True)
    theory(ax, curves, "gamma", "limit", label=r"kernel, $d \to \infty$")
    runs = runs.assign(at=runs["gamma"].clip(lower=_NONE))
    found = estimates(runs, list(_METHODS.names), ["at"], "log")
    none, network = found["at"] == _NONE, found["quantity"] == "network_risk"
    simulation(ax, found[~none & ~network], "at", _METHODS)
    simulation(ax, found[~none & network], "at", _METHODS, join=True)
    simulation(ax, found[none], "at", _METHODS, dodge=4)
    ax.set_xticks([_NONE, 0, 0.25, 0.5, 0.75, 1], ["no spike", "0", "", "0.5", "", "1"])
    ax.set_xlim(-0.46, 1.03)
    ax.set_xlabel(GAMMA)
    ax.set_ylabel("risk")
    _broken(ax)


def _shades(method: str) -> Hue:
    return ordered("highest", _HIGHEST.values(), "$p = {}$", palette=method)


def _sizes(ax: Axes, tables: Tables) -> None:
    runs, predicted = tables.runs("dimensions"), tables.theory("dimensions")
    theory(
        ax,
        predicted.assign(highest=predicted["target"].map(_HIGHEST)),
        "d",
        "kernel_risk",
        _shades("kernel"),
        ends=True,
    )
    found = estimates(runs.assign(highest=runs["target"].map(_HIGHEST)), "network_risk", ["d", "highest"], "log")
    simulation(ax, found, "d", _shades("network"), join=True, ends=True)
    logarithmic(ax, "x", ticks=sorted(runs["d"].unique()))
    logarithmic(ax, "y")
    ax.set(xlabel="dimension $d$", ylabel="risk")


def _kept(ax: Axes, runs: pd.DataFrame) -> None:
    values = sorted(runs["kept"].unique())
    names = {
        (target, gamma): rf"{_NAMES[target]}, $\gamma = {gamma:g}$"
        for target in sorted(runs["target"].unique())
        for gamma in sorted(runs["gamma"].unique())
    }
    targets, gammas = ([*dict.fromkeys(part)] for part in zip(*names, strict=True))
    hue = Hue(
        "case",
        {key: _TARGETS[targets.index(key[0])] for key in names},
        names,
        {key: MARKERS[gammas.index(key[1])] for key in names},
    )
    own = runs.assign(place=[values.index(value) for value in runs["kept"]])
    own["case"] = list(zip(runs["target"], runs["gamma"], strict=True))
    found = estimates(own, "network_risk", ["place", "case"], "log")
    simulation(ax, found, "place", hue, join=True, ends=True)
    logarithmic(ax, "y")
    ax.set_xticks(range(len(values)), [f"{value:g}" for value in values])
    ax.set_xlim(-0.3, len(values) - 0.7)
    ax.set(xlabel=r"part of $W_0$ kept, $\omega$", ylabel="risk")


def _broken(ax: Axes) -> None:
    """Break the x axis between no spike and the weakest."""
    for at in (_BREAK - 0.012, _BREAK + 0.012):
        ax.plot(
            [at],
            [0],
            marker=[(-1, -2), (1, 2)],
            markersize=6 * ax.figure.target.type,  # type: ignore[union-attr]
            color="black",
            transform=ax.get_xaxis_transform(),
            clip_on=False,
        )
