"""Samples against the dimension."""

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.papers.mousavi2022.crossings import samples_needed
from feature_learning.plotting.overlay import guide, letter, level, simulation
from feature_learning.plotting.sheet import Sheet

_NEEDED = {"alignment": "network, alignment 0.9", "error": "network, error 0.2", "kernel": "kernel, error 0.2"}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw errors of both methods, and the samples that they need."""
    network, kernel, needed = axes = figure.panels(1, 3, height=2.9)
    plateau = float(tables.theory("tangent", target="cube", degree=2)["plateau"].iloc[0])
    network.set_title("network")
    runs = tables.runs("samples", target="cube")
    for series, (d, own) in enumerate(runs[runs["d"] != runs["plateau_d"]].groupby("d", sort=True)):
        simulation(network, own, "n_over_d", "error", label=f"d = {d}", series=series, median=True, joined=True, size=3.0)
    network.set_xlabel("samples per dimension, $n/d$")
    network.set_ylabel("relative test error")

    kernel.set_title("tangent kernel")
    runs = tables.runs("tangent", target="cube")
    runs = runs[runs["d"] != runs["plateau_d"]]
    for series, (d, own) in enumerate(runs[runs["bias"]].groupby("d", sort=True)):
        simulation(kernel, own, "n", "error", label=f"d = {d}", series=series, joined=True, size=3.0)
    simulation(kernel, runs[~runs["bias"]], "n", "error", label=f"d = {runs['d'].max()}, no biases", series=5, joined=True, size=3.0)
    kernel.set_xlabel("samples, $n$")
    for ax in (network, kernel):
        level(ax, plateau, label="best quadratic")
        ax.set_xscale("log")
        ax.set_yscale("log")
        ax.set_ylim(0.006, 0.9)
        ax.set_yticks([0.02, 0.05, 0.1, 0.2, 0.5], ["0.02", "0.05", "0.1", "0.2", "0.5"])
        ax.minorticks_off()
        ax.legend(loc="lower left")
    network.set_xticks([4, 10, 20, 40], ["4", "10", "20", "40"])
    kernel.set_xticks([60, 240, 960], ["60", "240", "960"])

    needed.set_title("samples needed")
    for series, (what, label) in enumerate(_NEEDED.items()):
        table = samples_needed(tables, what)
        rows = table.reset_index().melt(id_vars="seed", var_name="d", value_name="n").dropna()
        simulation(needed, rows.astype({"d": float, "n": float}), "d", "n", label=label, series=series, median=what != "kernel")
    for ends, height, power, dash in ((np.array([16.0, 256.0]), 9.0, 1, 1), (np.array([6.0, 15.0]), 0.9, 3, 2)):
        guide(needed, ends, height * ends**power, label=f"$d^{power}$" if power > 1 else "$d$", dash=dash)
    needed.set_xscale("log")
    needed.set_yscale("log")
    needed.set_ylim(60, 3e5)
    needed.set_xlabel("dimension, $d$")
    needed.set_ylabel("samples, $n$")
    needed.legend(loc="upper left")
    letter(axes)
