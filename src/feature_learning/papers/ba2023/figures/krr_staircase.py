"""Risk of kernel ridge regression against the strength of the spike."""

import math

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning.core.tables import Tables
from feature_learning.papers.ba2023.panels import fits, gamma_axis
from feature_learning.papers.ba2023.second_step import falls
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.lines import level, logarithmic
from feature_learning.plotting.marks import simulation, theory
from feature_learning.plotting.palette import ordered, unordered
from feature_learning.plotting.sheet import Sheet
from feature_learning.statistics.intervals import fitted

_TARGETS = unordered("target", {"mix": "three degrees", "he2-he3": "two degrees"})
_TITLES = {"mix": "three degrees, two steps", "he2-he3": "two degrees, one step"}
_FAR = (1e6, 1e12)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw simulation, equivalent and limit for both targets, and a test for the second step."""
    mix, pair, second = figure.panels(1, 3)
    pair.sharey(mix)
    pair.tick_params(labelleft=False)
    for ax, (name, title) in zip((mix, pair), _TITLES.items(), strict=True):
        ax.set_title(title)
        _risk(ax, tables, name)
        ax.set_ylabel("risk")
    _second_step(second, tables)


def _risk(ax: Axes, tables: Tables, name: str) -> None:
    runs = tables.runs("kernel_ridge", target=name)
    predicted = tables.theory("kernel_ridge", target=name)
    far = tables.theory("staircase", target=name)
    runs, predicted = runs[runs["gamma"] >= 0], predicted[predicted["gamma"] >= 0]
    beyond = far[far["d"].isin(_FAR)]
    dimensions = ordered("d", {*runs["d"].astype(float), *_FAR}, _dimension)
    theory(ax, pd.concat([predicted, beyond]), "gamma", "risk", dimensions)
    limit = far[far["d"] == far["d"].max()]
    theory(ax, limit, "gamma", "limit", label=r"$d \to \infty$", steps=True)
    simulation(ax, estimates(runs, "risk", ["d", "gamma"]), "gamma", dimensions)
    gamma_axis(ax)


def _dimension(d: float) -> str:
    power = math.log10(d)
    return f"$d = {d:g}$" if power < 4 else f"$d = 10^{{{power:g}}}$"


def _second_step(ax: Axes, tables: Tables) -> None:
    ax.set_title("step two needs huge $d$")
    runs, near, far = tables.runs("kernel_ridge"), tables.theory("kernel_ridge"), tables.theory("staircase")
    sizes = sorted(runs["d"].unique())
    parts, curves, beyond = [], [], []
    for name in _TARGETS.names:
        found = falls(runs, name, ["d", "seed"])
        rows = [found[found["d"] == d][["edge", "step"]].to_numpy() for d in sizes]
        ratios = [fitted(own, _ratio) for own in rows]
        parts.append(fits([float(d) for d in sizes], ratios, len(rows[0]), target=name))
        curves.append(falls(near, name, ["d"]).assign(target=name))
        beyond.append(falls(far, name, ["d"]).assign(target=name))
    theory(ax, pd.concat(beyond), "d", "ratio", _TARGETS, dashed=True)
    theory(ax, pd.concat(curves), "d", "ratio", _TARGETS)
    simulation(ax, pd.concat(parts), "d", _TARGETS, dodge=4)
    level(ax, 0.5, "visible below", at=0.02, below=True)
    logarithmic(ax, "x", ticks=(1e2, 1e4, 1e6, 1e8, 1e10, 1e12))
    ax.set_ylim(bottom=0)
    ax.set_xlabel("dimension $d$")
    ax.set_ylabel("fall on step / fall before it")


def _ratio(means: np.ndarray) -> float:
    return float(means[1] / means[0])
