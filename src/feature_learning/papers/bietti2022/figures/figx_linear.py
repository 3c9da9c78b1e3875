"""The network against methods that do not learn the direction: kernel ridge regression and random
features.
"""

import numpy as np
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


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw risks against all samples in the top row, and against the width in the bottom row, one
    column per s.
    """
    kernel, network = tables.runs("kernel_baseline"), best(tables.runs("learning_curves", d=MIDDLE))
    network = network.assign(total=2 * network["n"], excess=network["refit"])
    samples = pd.concat([kernel.assign(method="kernel"), network.assign(method="network")])
    samples = samples[samples["total"].isin(kernel["total"])]
    width = tables.runs("width")
    spread = width["offsets"].map("-{:g}".format).where(width["method"] == "features", "")
    width = width.assign(method=width["method"] + spread)
    lowest = np.inf
    exponents = sorted(width["s"].unique())
    axes = iter(figure.panels(2, len(exponents), sharey="all", sharex="row"))
    null = tables.theory("learning_curves", d=MIDDLE).set_index("s")["null"]
    for runs, x, name in ((samples, "total", "all samples"), (width, "width_after", "neurons")):
        for s in exponents:
            ax, own = next(axes), runs[runs["s"] == s][["seed", "method", x, "excess"]]
            table = plot.estimates(own, "excess", ["method", x], "log")
            plot.simulation(ax, table, x, _METHODS, join=True, ends=s == exponents[-1])
            plot.level(ax, null[s], "null risk", at=0.98)
            plot.logarithmic(ax)
            ax.set(title=f"$s = {s}$", xlabel=name, ylabel="excess risk")
            least = table["low"].where(table["low"] > 0, table["estimate"])  # two seeds bound none
            lowest = min(lowest, float(least.min()))
    ax.set_ylim(0.7 * lowest, 1.0)
    both = samples[samples["total"] == samples["total"].max()]
    ratios = plot.paired(both, "excess", "method", ("kernel", "network"), ["s"], ratio=True)
    figure.say(**{f"factor_{row.s}": row.estimate for row in ratios.itertuples()})
