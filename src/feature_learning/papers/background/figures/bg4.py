"""Two isotropic Gaussians: risk and norms against time, and the law of norms."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.background.theory import SHARES
from feature_learning.plotting import Sheet, Tables

_TIMES = (0.0, 0.1, 0.2, 0.5, 1.0)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the risk and the mean norm at each separation, and histograms of the norms at five times
    over their law.
    """
    risk, norm, law_of_norms = figure.mosaic(2, 1, height=1.9)
    runs, law = tables.runs("isotropic_gaussians"), tables.theory("isotropic_gaussians")
    deltas = tables.values("isotropic_gaussians", "delta")
    hue = plot.unordered("delta", {delta: rf"$\Delta = {delta:g}$" for delta in deltas})
    risk.set(title=r"the risk settles at a level set by $\Delta$", ylabel="risk")
    norm.set(title="while the weights grow", ylabel="mean norm of the weights")
    for ax, value in ((risk, "risk"), (norm, "norm")):
        plot.theory(ax, law, "t", value, hue)
        plot.theory(ax, law, "t", f"limit_{value}", hue, dashed=True)
        plot.simulation(ax, plot.estimates(runs, value, ["delta", "t"], "log"), "t", hue)
        ax.set_xlabel("time $t$")
    plot.logarithmic(risk, "y")
    widest = deltas[-1]
    _histograms(law_of_norms, figure, *(part[part["delta"] == widest] for part in (runs, law)))
    law_of_norms.set(title=rf"the norms follow their law, $\Delta = {widest:g}$")
    law_of_norms.set(xlabel="norm of a weight", ylabel="density")


def _histograms(ax: Axes, figure: Sheet, runs: pd.DataFrame, law: pd.DataFrame) -> None:
    times = [t for t in _TIMES if t in set(runs["t"])]
    hue = plot.ordered("t", times, "$t = {:g}$")
    for t in times:
        norms = np.concatenate(list(runs[runs["t"] == t]["norms"]))
        quantiles = np.asarray(law[law["t"] == t]["quantiles"].iloc[0])
        heights, edges = np.histogram(norms, bins=40, density=True)
        ax.stairs(heights, edges, fill=True, color=hue.colours[t], alpha=0.6)
        figure.record(ax, hue.names[t], "simulation", x=(edges[1:] + edges[:-1]) / 2, y=heights)
        figure.name(plot.Entry(ax, hue.names[t], "area", hue.colours[t]))
        density = np.gradient(SHARES, quantiles)
        ax.plot(quantiles, density, color=plot.PREDICTION, zorder=3)
        figure.record(ax, "law of norms", "theory", x=quantiles, y=density)
    figure.name(plot.Entry(ax, "law of norms", "theory", plot.PREDICTION))
