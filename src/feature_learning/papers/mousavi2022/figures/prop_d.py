"""Samples against the dimension."""

import pandas as pd
from matplotlib.axes import Axes

from feature_learning.core.tables import Tables
from feature_learning.papers.mousavi2022.shared.crossings import samples_needed
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.lines import level, logarithmic
from feature_learning.plotting.marks import simulation, theory
from feature_learning.plotting.palette import METHODS, SKY, Hue, ordered
from feature_learning.plotting.sheet import Sheet

_NEEDED = Hue(
    "what",
    {"alignment": METHODS["network"], "error": SKY},
    {"alignment": "network, alignment 0.9", "error": "network, error 0.2"},
    {"alignment": "o", "error": "s"},
)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw errors of both methods, and the samples that they need."""
    network, kernel, needed = figure.panels(1, 3)
    kernel.sharey(network)
    kernel.tick_params(labelleft=False)
    network.set_title("network: $n$ of order $d$")
    runs = tables.runs("samples", target="cube")
    runs = runs[runs["d"] != runs["plateau_d"]]
    found = estimates(runs, "error", ["d", "n_over_d"], "median")
    simulation(network, found, "n_over_d", ordered("d", runs["d"], "network, $d = {}$", palette="network"), join=True)
    network.set_xlabel("samples per dimension $n/d$")

    kernel.set_title("tangent kernel: a plateau")
    runs, law = tables.runs("tangent", target="cube"), tables.theory("tangent", target="cube")
    biased, without = runs[runs["bias"]], runs[~runs["bias"]]
    dimensions = ordered("d", biased["d"], "kernel, $d = {}$", palette="flare")
    theory(kernel, law, "n", "error", dimensions)
    simulation(kernel, estimates(biased, "error", ["d", "n"], "log"), "n", dimensions)
    found, name = estimates(without, "error", ["n"], "log"), f"no biases, $d = {without['d'].min()}$"
    simulation(kernel, found, "n", label=name, colour=METHODS["variant"], marker="P")
    level(kernel, float(law["plateau"].iloc[0]), "best linear")
    kernel.set_xlabel("samples $n$")
    for ax, ticks in ((network, (4, 10, 20, 40)), (kernel, (100, 300, 1000))):
        logarithmic(ax, "y", ticks=(0.1, 0.2, 0.4, 1))
        logarithmic(ax, "x", ticks=ticks)
        ax.set_ylabel("relative test error")
    _needed(needed, tables)


def _needed(ax: Axes, tables: Tables) -> None:
    ax.set_title("samples: $d$ or $d^p$")
    parts = []
    for what in _NEEDED.names:
        rows = samples_needed(tables, what).reset_index().melt("seed", var_name="d", value_name="n").dropna()
        parts.append(estimates(rows.astype({"d": float, "n": float}), "n", ["d"], "median").assign(what=what))  # type: ignore[arg-type]
    law = tables.theory("tangent_samples")
    powers = sorted(map(int, law["p"].unique()))
    names = {p: f"kernel, $p = {p}$" for p in powers}  # at their lines, so that one colour does
    kernels = Hue("p", dict.fromkeys(powers, METHODS["kernel"]), names, dict.fromkeys(powers, "o"))
    theory(ax, law, "d", "n", kernels, ends=True)
    simulation(ax, pd.concat(parts), "d", _NEEDED, dodge=3)
    logarithmic(ax)
    ax.margins(x=0.08)
    ax.set_xlabel("dimension $d$")
    ax.set_ylabel("samples $n$")
