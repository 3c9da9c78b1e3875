"""The network against methods that do not learn the direction: kernel ridge regression and random features."""

import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.papers.bietti2022.shared.thresholds import MIDDLE, best
from feature_learning.plotting.estimates import estimates, medians
from feature_learning.plotting.lines import level, logarithmic
from feature_learning.plotting.marks import runs as dots
from feature_learning.plotting.marks import simulation
from feature_learning.plotting.palette import methods
from feature_learning.plotting.sheet import Sheet

_METHODS = methods(
    "method",
    {
        "network": ("network", "network"),
        "kernel": ("kernel", "kernel"),
        "features-1": ("random features", r"random features, $\tau = 1$"),
        "features-10": ("random features", r"random features, $\tau = 10$"),
    },
)

_TITLES = {1: "$s = 1$: eight times lower", 2: "$s = 2$: ten times lower", 3: "$s = 3$: only some runs learn"}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw risks against all samples for each s in the top row, and against the width in the bottom row."""
    kernel, width, law = tables.runs("kernel_baseline"), tables.runs("width"), tables.theory("learning_curves", d=MIDDLE)
    network = best(tables.runs("learning_curves", d=MIDDLE))
    network = network.assign(total=2 * network["n"], excess=network["refit"])
    samples = pd.concat([kernel.assign(method="kernel"), network.assign(method="network")])
    samples = samples[samples["total"].isin(kernel["total"])]
    spread = width["offsets"].map("{:g}".format)
    width = width.assign(method=width["method"].where(width["method"] == "network", "features-" + spread))
    exponents = sorted(map(int, kernel["s"].unique()))
    axes = figure.mosaic(len(exponents), width["s"].nunique(), height=1.75, shared=[0, 1])
    for ax, s in zip(axes, exponents, strict=False):
        own = samples[samples["s"] == s]
        own = own[["seed", "method", "total", "excess"]]
        if s == exponents[-1]:  # two modes: runs and medians
            dots(ax, own, "total", "excess", _METHODS)
            found = medians(own, "excess", ["method", "total"])
        else:
            found = estimates(own, "excess", ["method", "total"], "log")
        simulation(ax, found, "total", _METHODS, join=True, nested=True)
        level(ax, float(law[law["s"] == s]["null"].iloc[0]), "null risk" if s == exponents[-1] else "")
        ax.set(title=_TITLES[s], xlabel="all samples")
        logarithmic(ax)
    for ax, s in zip(axes[len(exponents) :], sorted(map(int, width["s"].unique())), strict=True):
        own = width[width["s"] == s]
        simulation(
            ax,
            estimates(own[["seed", "method", "width_after", "excess"]], "excess", ["method", "width_after"], "log"),
            "width_after",
            _METHODS,
            join=True,
        )
        level(ax, float(law[law["s"] == s]["null"].iloc[0]), "null risk" if s == int(width["s"].max()) else "")
        ax.set(title=f"$s = {s}$: thirty neurons beat $1000$", xlabel="neurons")
        logarithmic(ax)
    for ax in (axes[0], axes[len(exponents)]):
        ax.set_ylabel("excess risk")
