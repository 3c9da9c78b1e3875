"""Risk of the network and of kernel ridge regression by structure, and the samples that the kernel needs."""

from dataclasses import replace

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning.core.tables import Tables
from feature_learning.papers.mousavi2023.experiments.kernel_threshold import half_learned
from feature_learning.papers.mousavi2023.shared.model import gammas
from feature_learning.papers.mousavi2023.shared.structures import ISOTROPIC, structure_hue
from feature_learning.plotting.estimates import estimates, points
from feature_learning.plotting.lines import guide, level, logarithmic
from feature_learning.plotting.marks import simulation, theory
from feature_learning.plotting.palette import Hue
from feature_learning.plotting.sheet import Sheet
from feature_learning.statistics.evidence import by_seed
from feature_learning.statistics.exponents import loglog_slope
from feature_learning.statistics.intervals import fitted_logarithm

_NULL = 1.0  # of the prediction 0: the target has unit variance
_FAR = 4096


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw a panel for each method, with one series per structure, and the kernel's threshold."""
    network, kernel, needed = figure.mosaic(2, 1, height=1.9, shared=(0,))
    both = (tables.theory("kernel_risk"), tables.theory("kernel_threshold"))
    hue = structure_hue({structure for frame in both for structure in frame["structure"]})
    network.set_title("network: the spike does not matter")
    kernel.set_title("kernel: the spike decides")
    runs = tables.runs("risk")
    isotropic = runs[runs["structure"] == ISOTROPIC]
    least = estimates(isotropic, "learnable", ["ratio"], "log")
    theory(network, least, "ratio", "estimate", label=r"$1 - \omega^4$")
    far = np.array([16.0, least["ratio"].max()])
    guide(network, far, 0.7 / far, r"$\sim d/n$", at=None)
    theory(kernel, both[0], "ratio", "risk", hue)
    for ax, experiment in ((network, "risk"), (kernel, "kernel_risk")):
        own = tables.runs(experiment)
        simulation(ax, estimates(own, "risk", ["structure", "ratio"], "log"), "ratio", hue, nested=ax is network)
        level(ax, _NULL, "null" if ax is kernel else "")
        ax.margins(x=0.09)
        logarithmic(ax, "x", ticks=sorted(runs["ratio"].unique()))
        logarithmic(ax, "y")
        ax.set_xlabel("samples per dimension $n/d$")
        ax.set_ylabel("risk")
    _threshold(needed, tables, hue)


def _threshold(ax: Axes, tables: Tables, hue: Hue) -> None:
    ax.set_title(r"kernel: the samples for half the target grow as $d^{2(1 - \gamma_2)}$")
    frame = tables.theory("kernel_threshold")
    names = dict(hue.names)
    for structure, own in hue.split(frame):
        far, pair = own[own["d"] >= _FAR], gammas(structure)
        spike = f"$\\gamma_2 = {pair[1]:g}$" if pair else names[structure]
        power = f": $d^{{{loglog_slope(far['d'].to_numpy(), far['needed'].to_numpy()):.2f}}}$" if len(far) > 1 else ""
        names[structure] = spike + power
    here = replace(hue, names=names)
    theory(ax, frame, "d", "needed", here, ends=True)
    simulation(ax, _halves(tables), "d", here)
    ax.margins(x=0.06)
    logarithmic(ax)
    ax.set_xlabel("dimension $d$")
    ax.set_ylabel("samples $n$ at risk 1/2")


def _halves(tables: Tables) -> pd.DataFrame:
    """Return the simulated sample sizes at which the mean risk is 1/2, where it is reached."""
    rows = []
    for (structure, d), runs in tables.runs("kernel_threshold").groupby(["structure", "d"]):
        curves = by_seed(runs, "risk", "n")
        sizes = np.array(curves.columns, dtype=float)
        half = fitted_logarithm(curves.to_numpy(), lambda mean, sizes=sizes: float(np.log(half_learned(sizes, mean))))  # type: ignore[misc]
        if np.isfinite(half.estimate):
            rows.append(points([half], len(curves), "threshold", structure=structure, d=d))
    return pd.concat(rows) if rows else points([], 0, "threshold", structure=[], d=[])
