"""Samples against the dimension."""

import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.mousavi2022.shared.crossings import samples_needed
from feature_learning.plotting import Sheet, Tables

_NEEDED = plot.Hue(
    "value",
    {"alignment": plot.METHODS["network"], "error": plot.SKY},
    {"alignment": "network, alignment 0.9", "error": "network, error 0.2"},
    {"alignment": "o", "error": "s"},
)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw errors of both methods, and the samples that they need."""
    network, kernel, needed = figure.panels(1, 3)
    kernel.sharey(network)
    kernel.tick_params(labelleft=False)
    network.set(title="network: $n$ of order $d$", xlabel="samples per dimension $n/d$")
    runs = tables.runs("samples", target="cube")
    runs = runs[runs["d"] != runs["plateau_d"]]
    errors = plot.estimates(runs, "error", ["d", "n_over_d"], "median")
    dimensions = plot.ordered("d", runs["d"], "network, $d = {}$", palette="network")
    plot.simulation(network, errors, "n_over_d", dimensions, join=True)

    kernel.set(title="tangent kernel: a plateau", xlabel="samples $n$")
    runs, law = tables.runs("tangent", target="cube"), tables.theory("tangent", target="cube")
    biased, without, smallest = runs[runs["bias"]], runs[~runs["bias"]], runs["d"].min()
    dimensions = plot.ordered("d", biased["d"], "kernel, $d = {}$", palette="flare")
    plot.theory(kernel, law, "n", "error", dimensions)
    plot.simulation(kernel, plot.estimates(biased, "error", ["d", "n"], "log"), "n", dimensions)
    errors, name = plot.estimates(without, "error", ["n"], "log"), f"no biases, $d = {smallest}$"
    plot.simulation(kernel, errors, "n", label=name, colour=plot.METHODS["variant"], marker="P")
    plot.level(kernel, tables.value("tangent", "plateau", target="cube"), "best linear")
    for ax, ticks in ((network, (4, 10, 20, 40)), (kernel, (100, 300, 1000))):
        plot.logarithmic(ax, "y", ticks=(0.1, 0.2, 0.4, 1))
        plot.logarithmic(ax, "x", ticks=ticks)
        ax.set_ylabel("relative test error")
    _needed(needed, tables)


def _needed(ax: Axes, tables: Tables) -> None:
    parts = []
    for value in _NEEDED.names:
        needed = samples_needed(tables, value).reset_index()
        needed = needed.melt("seed", var_name="d", value_name="n").dropna()
        table = plot.estimates(needed.astype({"d": float}), "n", ["d"], "median")
        parts.append(table.assign(value=value))
    law = tables.theory("tangent_samples")
    powers = sorted(law["p"].unique())
    names = {p: f"kernel, $p = {p}$" for p in powers}  # at their lines, so that one colour does
    kernels = plot.Hue(
        "p", dict.fromkeys(powers, plot.METHODS["kernel"]), names, dict.fromkeys(powers, "o")
    )
    plot.theory(ax, law, "d", "n", kernels, ends=True)
    plot.simulation(ax, pd.concat(parts), "d", _NEEDED)
    plot.logarithmic(ax)
    ax.margins(x=0.08)
    ax.set(title="samples: $d$ or $d^p$", xlabel="dimension $d$", ylabel="samples $n$")
