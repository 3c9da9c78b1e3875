"""The network against methods that do not learn the direction: kernel ridge regression and random
features.
"""

import pandas as pd

from feature_learning import plotting as plot
from feature_learning.papers.bietti2022.shared.thresholds import MIDDLE, best
from feature_learning.plotting import Sheet, Tables

_METHODS = plot.methods(
    "method",
    {
        "network": ("network", "network"),
        "kernel": ("kernel", "kernel"),
        "features-1": ("random features", r"random features, $\tau = 1$"),
        "features-10": ("random features", r"random features, $\tau = 10$"),
    },
)
_TITLES = {
    1: "$s = 1$: eight times lower",
    2: "$s = 2$: ten times lower",
    3: "$s = 3$: only some runs learn",
}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw risks against all samples for each s in the top row, and against the width in the bottom
    row.
    """
    kernel, network = tables.runs("kernel_baseline"), best(tables.runs("learning_curves", d=MIDDLE))
    network = network.assign(total=2 * network["n"], excess=network["refit"])
    samples = pd.concat([kernel.assign(method="kernel"), network.assign(method="network")])
    samples = samples[samples["total"].isin(kernel["total"])]
    width = tables.runs("width")
    spread = width["offsets"].map("-{:g}".format).where(width["method"] == "features", "")
    width = width.assign(method=width["method"] + spread)
    exponents, narrow = (sorted(runs["s"].unique()) for runs in (kernel, width))
    axes = figure.mosaic(len(exponents), len(narrow), height=1.75, shared=[0, 1])
    null = tables.theory("learning_curves", d=MIDDLE).set_index("s")["null"]
    for ax, s in zip(axes, exponents, strict=False):
        runs = samples[samples["s"] == s][["seed", "method", "total", "excess"]]
        last = s == exponents[-1]
        if last:  # two modes: runs and medians
            plot.runs(ax, runs, "total", "excess", _METHODS)
            table = plot.medians(runs, "excess", ["method", "total"])
        else:
            table = plot.estimates(runs, "excess", ["method", "total"], "log")
        plot.simulation(ax, table, "total", _METHODS, join=True)
        plot.level(ax, null[s], "null risk" if last else "")
        ax.set(title=_TITLES[s], xlabel="all samples")
    for ax, s in zip(axes[len(exponents) :], narrow, strict=True):
        runs = width[width["s"] == s][["seed", "method", "width_after", "excess"]]
        table = plot.estimates(runs, "excess", ["method", "width_after"], "log")
        plot.simulation(ax, table, "width_after", _METHODS, join=True)
        plot.level(ax, null[s], "null risk" if s == narrow[-1] else "")
        ax.set(title=f"$s = {s}$: thirty neurons beat $1000$", xlabel="neurons")
    for ax in axes:
        plot.logarithmic(ax)
    for ax in (axes[0], axes[len(exponents)]):
        ax.set(ylabel="excess risk")
