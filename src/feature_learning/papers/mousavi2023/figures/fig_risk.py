"""Risk of the network and of kernel ridge regression for two degrees of the target, and the samples
that the kernel needs.
"""

from functools import partial
from itertools import product

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.mousavi2023.experiments.kernel import half_learned
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import by_seed, fitted_logarithm

_TITLES = {"h2": "Target of degree 2", "h2-h4": "Target of degree 4"}
_METHODS = plot.methods(
    "method", {"risk": ("network", "network"), "kernel_risk": ("kernel", "kernel")}
)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw risks against the spike's strength for each target, thresholds, and excess by width."""
    *targets, needed, widths = figure.panels(2, 2, height=1.8)
    for ax, (target, title) in zip(targets, _TITLES.items(), strict=True):
        _risks(ax, tables, target)
        ax.set(title=title)
    ends = [ax.get_ylim() for ax in targets]
    for ax in targets:
        ax.set_ylim(min(low for low, _ in ends), max(high for _, high in ends))
    _threshold(needed, tables)
    _widths(widths, tables)
    figure.say(d=tables.value("risk", "d"))


def _risks(ax: Axes, tables: Tables, target: str) -> None:
    """Draw risks at the kernel's largest ratio, spike along the target; gamma2 = 0 is no spike."""
    ratio, parts = tables.values("kernel_risk", "ratio")[-1], []
    for method, more in (
        ("risk", {"width": tables.values("risk", "width")[-1]}),
        ("kernel_risk", {}),
    ):
        runs = tables.runs(method, target=target, ratio=ratio, gamma1=0.0, **more)
        parts.append(runs.assign(method=method, strength=runs["gamma2"].clip(lower=0.0)))
    means = plot.estimates(pd.concat(parts), "risk", ["method", "strength"], "log")
    plot.simulation(ax, means, "strength", _METHODS, join=True)
    plot.logarithmic(ax, "y")
    ax.set(xlabel=r"strength $\gamma_2$ (0: no spike)", ylabel="risk")


def _threshold(ax: Axes, tables: Tables) -> None:
    law = tables.theory("kernel_threshold")
    hue = plot.ordered("degree", law["degree"], "$p = {}$", "kernel")
    simulated = tables.runs("kernel_threshold")
    rows = []
    for degree, d in product(hue.names, sorted(simulated["d"].unique().tolist())):
        runs = simulated[(simulated["target"] == f"h{degree}") & (simulated["d"] == d)]
        if len(runs):
            risks = by_seed(runs, "risk", "n")
            sizes = risks.columns.to_numpy(dtype=float)
            half = fitted_logarithm(risks.to_numpy(), partial(_log_half, sizes))
            rows.append(plot.points([half], len(risks), "threshold", degree=degree, d=d))
    seen = law[law["d"] <= simulated["d"].max()]
    plot.theory(ax, seen, "d", "needed", hue, ends=True)
    plot.simulation(ax, pd.concat(rows).dropna(subset="estimate"), "d", hue)
    plot.logarithmic(ax)
    ax.set(
        title=r"Kernel, $\gamma_2 = 0.5$", xlabel="dimension $d$", ylabel="samples $n$ at risk 1/2"
    )


def _log_half(sizes: np.ndarray, mean: np.ndarray) -> float:
    return float(np.log(half_learned(sizes, mean)))


def _widths(ax: Axes, tables: Tables) -> None:
    runs = tables.runs("risk", ratio=tables.values("risk", "ratio")[-1], structure="isotropic")
    runs = runs.assign(excess=runs["risk"] - runs["learnable"])
    hue = plot.unordered("target", {"h2": "$h_2$", "h2-h4": r"$(h_2 - h_4)/\sqrt{2}$"})
    medians = plot.estimates(runs, "excess", ["target", "width"], "median")
    plot.simulation(ax, medians, "width", hue, join=True)
    widths = np.array(sorted(runs["width"].unique()), dtype=float)
    top = medians["estimate"].max()
    plot.guide(ax, widths, top * widths[0] / widths, "$1/m$", at=None)
    plot.logarithmic(ax, "x", ticks=widths)
    plot.logarithmic(ax, "y")
    ax.set(title="Network, no spike", xlabel="width $m$", ylabel="excess risk")
