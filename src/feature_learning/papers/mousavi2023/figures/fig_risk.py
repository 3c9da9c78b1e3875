"""Risk of the network and of kernel ridge regression by structure, and the samples that the kernel
needs.
"""

from dataclasses import replace

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.mousavi2023.experiments.kernel import half_learned
from feature_learning.papers.mousavi2023.shared.model import ISOTROPIC, Structure
from feature_learning.papers.mousavi2023.shared.structures import structure_hue
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import by_seed, fitted_logarithm, loglog_slope

_NULL = 1.0  # of the prediction 0: the target has unit variance
_FAR = 4096


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw a panel for each method, with one series per structure, and the kernel's threshold."""
    network, kernel, needed = figure.mosaic(2, 1, height=1.9, shared=(0,))
    law, thresholds = tables.theory("kernel_risk"), tables.theory("kernel_threshold")
    structures = Structure.in_rows(pd.concat([law, thresholds]))
    hue = structure_hue(structures.values())
    least = plot.estimates(
        tables.runs("risk", structure=ISOTROPIC.name), "learnable", ["ratio"], "log"
    )
    plot.theory(network, least, "ratio", "estimate", label=r"$1 - \omega^4$")
    far = np.array([16.0, least["ratio"].max()])
    plot.guide(network, far, 0.7 / far, r"$\sim d/n$", at=None)
    plot.theory(kernel, law, "ratio", "risk", hue)
    for ax, experiment in ((network, "risk"), (kernel, "kernel_risk")):
        means = plot.estimates(tables.runs(experiment), "risk", ["structure", "ratio"], "log")
        plot.simulation(ax, means, "ratio", hue)
        plot.level(ax, _NULL, "null" if ax is kernel else "")
        ax.margins(x=0.09)
        plot.logarithmic(ax, "x", ticks=tables.values("risk", "ratio"))
        plot.logarithmic(ax, "y")
        ax.set(xlabel="samples per dimension $n/d$", ylabel="risk")
    network.set(title="network: the spike does not matter")
    kernel.set(title="kernel: the spike decides")
    _threshold(needed, tables, hue)


def _threshold(ax: Axes, tables: Tables, hue: plot.Hue) -> None:
    law, names = tables.theory("kernel_threshold"), dict(hue.names)
    for structure, part in hue.split(law):
        far, gamma2 = part[part["d"] >= _FAR], part["gamma2"].iloc[0]
        if np.isfinite(gamma2):
            names[structure] = f"$\\gamma_2 = {gamma2:g}$"
        if len(far) > 1:
            power = loglog_slope(far["d"].to_numpy(), far["needed"].to_numpy())
            names[structure] += f": $d^{{{power:.2f}}}$"
    hue = replace(hue, names=names)
    plot.theory(ax, law, "d", "needed", hue, ends=True)
    plot.simulation(ax, _halves(tables), "d", hue)
    ax.margins(x=0.06)
    plot.logarithmic(ax)
    ax.set(
        title=r"kernel: the samples for half the target grow as $d^{2(1 - \gamma_2)}$",
        xlabel="dimension $d$",
        ylabel="samples $n$ at risk 1/2",
    )


def _halves(tables: Tables) -> pd.DataFrame:
    """Return the simulated sample sizes at which the mean risk is 1/2, where it is reached."""
    sizes = np.array(tables.values("kernel_threshold", "n"), dtype=float)

    def log_half(mean: np.ndarray) -> float:
        return float(np.log(half_learned(sizes, mean)))

    rows = []
    for (structure, d), runs in tables.runs("kernel_threshold").groupby(["structure", "d"]):
        risks = by_seed(runs, "risk", "n").to_numpy()
        half = fitted_logarithm(risks, log_half)
        rows.append(plot.points([half], len(risks), "threshold", structure=structure, d=d))
    return pd.concat(rows).dropna(subset="estimate")
