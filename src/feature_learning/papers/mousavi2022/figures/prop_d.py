"""Samples against the dimension."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning.core.tables import Tables
from feature_learning.papers.mousavi2022.crossings import samples_needed
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.lines import logarithmic
from feature_learning.plotting.marks import simulation, theory
from feature_learning.plotting.palette import GREY, METHODS, SKY, Hue, ordered
from feature_learning.plotting.sheet import Sheet

_NEEDED = Hue(
    "what",
    {"alignment": METHODS["network"], "error": SKY, "kernel": METHODS["kernel"]},
    {"alignment": "network, alignment 0.9", "error": "network, error 0.2", "kernel": "kernel, error 0.2"},
    {"alignment": "o", "error": "s", "kernel": "^"},
)
_GUIDES = (((16.0, 256.0), 5.0, 1), ((6.0, 15.0), 0.25, 3))  # their ends, constants and powers


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw errors of both methods, and the samples that they need."""
    network, kernel, needed = figure.panels(1, 3)
    kernel.sharey(network)
    kernel.tick_params(labelleft=False)
    plateau = float(tables.theory("tangent", target="cube", degree=2)["plateau"].iloc[0])
    network.set_title("network: $n$ of order $d$")
    runs = tables.runs("samples", target="cube")
    runs = runs[runs["d"] != runs["plateau_d"]]
    found = estimates(runs, "error", ["d", "n_over_d"], "median")
    simulation(network, found, "n_over_d", ordered("d", runs["d"], "$d = {}$"), join=True, ends=True)
    network.set_xlabel("samples per dimension $n/d$")

    kernel.set_title("tangent kernel: far more")
    runs = tables.runs("tangent", target="cube")
    runs = runs[runs["d"] != runs["plateau_d"]]
    biased, without = runs[runs["bias"]], runs[~runs["bias"]]
    found = estimates(biased, "error", ["d", "n"], "log")
    simulation(kernel, found, "n", ordered("d", biased["d"], "$d = {}$", palette="flare"), join=True, ends=True)
    found = estimates(without, "error", ["n"], "log")
    simulation(kernel, found, "n", label=f"no biases, $d = {runs['d'].max()}$", colour=METHODS["kernel"], marker="P", join=True)
    kernel.set_xlabel("samples $n$")
    for ax, ticks in ((network, (4, 10, 20, 40)), (kernel, (100, 300, 1000))):
        logarithmic(ax, "y")
        logarithmic(ax, "x", ticks=ticks)
        best = pd.DataFrame({"x": ax.get_xlim(), "error": plateau})
        theory(ax, best, "x", "error", label="best quadratic")
        ax.set_xlim(*best["x"])
        ax.set_ylabel("relative test error")
    _needed(needed, tables)


def _needed(ax: Axes, tables: Tables) -> None:
    ax.set_title("samples needed")
    parts = []
    for what in _NEEDED.names:
        rows = samples_needed(tables, what).reset_index().melt("seed", var_name="d", value_name="n").dropna()
        scale = "log" if what == "kernel" else "median"
        parts.append(estimates(rows.astype({"d": float, "n": float}), "n", ["d"], scale).assign(what=what))  # type: ignore[arg-type]
    simulation(ax, pd.concat(parts), "d", _NEEDED)
    slopes = pd.concat(pd.DataFrame({"d": d, "n": c * np.array(d) ** power}) for d, c, power in _GUIDES)
    theory(ax, slopes, "d", "n", label="slopes 1 and 3", colour=GREY, poles=[_GUIDES[0][0][0] - 0.5])
    logarithmic(ax)
    ax.set_xlabel("dimension $d$")
    ax.set_ylabel("samples $n$")
