"""Kernel ridge regression and a network after one step on the same data."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning.core.tables import Tables
from feature_learning.papers.ba2023.panels import GAMMA
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.lines import level, regimes
from feature_learning.plotting.marks import simulation, theory
from feature_learning.plotting.palette import methods
from feature_learning.plotting.sheet import Sheet

_TITLES = {"mix": "network ahead on $H_1 + H_2 + H_3$", "he2-he3": "and on $H_2 + H_3$"}
_EXPONENT = {"mix": 1, "he2-he3": 2}
_DEGREE = 3
_NONE, _BREAK = -0.17, -0.085  # where the runs without a spike are drawn, and the axis is broken
_METHODS = methods(
    "quantity",
    {"kernel_risk": ("kernel", "kernel"), "network_risk": ("network", "network, one step")},
)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw both methods for both targets."""
    d = int(tables.runs("comparison")["d"].max())
    for ax, name in figure.facets(list(_TITLES), _TITLES.__getitem__):
        runs = tables.runs("comparison", d=d, target=name)
        predicted = tables.theory("comparison", d=d, target=name)
        curve = predicted[np.isfinite(predicted["gamma"])].assign(quantity="kernel_risk")
        runs = runs.assign(at=np.where(np.isfinite(runs["gamma"]), runs["gamma"], _NONE))
        found = estimates(runs, list(_METHODS.names), ["at"])
        level(ax, 1.0, "null risk" if name == "he2-he3" else "")
        theory(ax, curve, "gamma", "kernel_risk", _METHODS)
        _points(ax, found)
        network = 1 - 1 / _EXPONENT[name]
        names = ["", "neither", "network", "both"] if network else ["", "network", "both"]
        regimes(ax, [_BREAK, *([network] if network else []), 1 - 1 / _DEGREE], names)
        ax.set_xticks([_NONE, 0, 0.25, 0.5, 0.75, 1], [r"$\theta = 0$", "0", "", "0.5", "", "1"])
        ax.set_xlim(-0.26, 1.03)
        ax.set_xlabel(GAMMA)
        ax.set_ylabel("risk")
        _broken(ax)


def _points(ax: Axes, found: pd.DataFrame) -> None:
    """Draw points; those with a spike are joined for the network, which has no theory."""
    none = found["at"] == _NONE
    network = found["quantity"] == "network_risk"
    simulation(ax, found[~none & ~network], "at", _METHODS)
    simulation(ax, found[~none & network], "at", _METHODS, join=True)
    simulation(ax, found[none], "at", _METHODS, dodge=4)


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
