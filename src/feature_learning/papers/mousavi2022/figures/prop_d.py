"""Samples against the dimension."""

import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.mousavi2022.shared.crossings import (
    ALIGNMENT,
    ERROR,
    kernel_samples,
    link_samples,
    samples_needed,
)
from feature_learning.plotting import Sheet, Tables

_SHOWN = 3  # the largest power; larger ones are far above
_NEEDED = plot.Hue(
    "value",
    {"alignment": plot.METHODS["network"], "error": plot.SKY},
    {"alignment": f"network, alignment {ALIGNMENT:g}", "error": f"network, error {ERROR:g}"},
    {"alignment": "o", "error": "s"},
)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw errors of both methods, and the samples that they need."""
    needed, network, kernel = figure.hero(2, height=3.4)
    kernel.sharey(network)
    network.set(title="Network", xlabel="samples per dimension $n/d$")
    runs = tables.runs("samples", target="cube")
    runs = runs[runs["d"] != runs["plateau_d"]]
    several = sorted(runs["d"].unique())
    runs = runs[runs["d"].isin([several[0], several[len(several) // 2], several[-1]])]
    errors = plot.estimates(runs, "error", ["d", "n_over_d"], "median")
    dimensions = plot.ordered("d", runs["d"], "network, $d = {}$", palette="network")
    plot.simulation(network, errors, "n_over_d", dimensions, join=True)

    kernel.set(title="Tangent kernel", xlabel="samples $n$")
    runs, law = tables.runs("tangent", target="cube"), tables.theory("tangent", target="cube")
    biased, without, smallest = runs[runs["bias"]], runs[~runs["bias"]], runs["d"].min()
    ends = [smallest, biased["d"].max()]
    biased, law = (frame[frame["d"].isin(ends)] for frame in (biased, law))
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
    figure.say(error=ERROR, alignment=ALIGNMENT)


def _needed(ax: Axes, tables: Tables) -> None:
    parts = []
    for value in _NEEDED.names:
        needed = samples_needed(tables, value).reset_index()
        needed = needed.melt("seed", var_name="d", value_name="n").dropna()
        table = plot.estimates(needed.astype({"d": float}), "n", ["d"], "median")
        parts.append(table.assign(value=value))
    law = tables.theory("tangent_samples")
    law = law[law["p"] <= _SHOWN]
    powers = sorted(law["p"].unique())
    names = {p: f"kernel, $p = {p}$" for p in powers}  # at their lines, so that one colour does
    kernels = plot.Hue(
        "p", dict.fromkeys(powers, plot.METHODS["kernel"]), names, dict.fromkeys(powers, "o")
    )
    plot.theory(ax, law, "d", "n", kernels, ends=True)
    plot.simulation(ax, pd.concat(parts), "d", _NEEDED)
    others = [
        link_samples(tables, name).median().rename("estimate").rename_axis("d").reset_index()
        for name in tables.values("links", "target")
    ]
    several = pd.concat(others).astype({"d": float}).dropna()
    _single(ax, several, "other monotone links", plot.PURPLE, "X")
    measured = kernel_samples(tables).rename(columns={"n": "estimate"}).astype({"d": float})
    for law_of, label, marker in (
        ("gaussian", "kernel, measured", "D"),
        ("sphere", "on a sphere", "d"),
    ):
        own = measured[measured["law"] == law_of].dropna()
        if len(own):
            _single(ax, own, label, plot.METHODS["kernel"], marker)
        if law_of != "gaussian":
            continue
        for p, part in own.groupby("p"):
            last = part.sort_values("d").iloc[-1]
            place = (last["d"], last["estimate"])
            ax.annotate(f"$p = {p}$", place, (4, -3), textcoords="offset points", va="top")
    plot.logarithmic(ax)
    ax.margins(x=0.08)
    ax.set(title="Samples needed", xlabel="dimension $d$", ylabel="samples $n$")


def _single(ax: Axes, table: pd.DataFrame, label: str, colour: str, marker: str) -> None:
    """Draw markers without intervals."""
    bare = table.assign(low=table["estimate"], high=table["estimate"], seeds=1, diverged=0)
    plot.simulation(ax, bare.assign(kind="median"), "d", label=label, colour=colour, marker=marker)
