"""Risk of the network and of kernel ridge regression, structure by structure."""

from feature_learning.core.tables import Tables
from feature_learning.papers.mousavi2023.model import gammas
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.lines import level, logarithmic
from feature_learning.plotting.marks import simulation
from feature_learning.plotting.palette import unordered
from feature_learning.plotting.sheet import Sheet

_NULL = 1.0  # of the prediction 0: the target has unit variance


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw a panel for each method, with one series per structure."""
    network, kernel = figure.panels(1, 2, sharey="row")
    structures = list(dict.fromkeys(tables.theory("kernel_risk")["structure"]))
    hue = unordered("structure", {structure: _name(structure) for structure in structures})
    network.set_title("network: the spike does not matter")
    kernel.set_title("kernel: the spike decides")
    for ax, experiment in ((network, "risk"), (kernel, "kernel_risk")):
        runs = tables.runs(experiment)
        simulation(ax, estimates(runs, "risk", ["structure", "ratio"], "log"), "ratio", hue, join=True, dodge=3)
        level(ax, _NULL, "null" if ax is kernel else "")
        ax.margins(x=0.06)
        logarithmic(ax, "x", ticks=sorted(runs["ratio"].unique()))
        logarithmic(ax, "y")
        ax.set_xlabel("samples per dimension $n/d$")
        ax.set_ylabel("risk")


def _name(structure: str) -> str:
    pair = gammas(structure)
    return "no spike" if pair is None else rf"$\gamma_1 = {pair[0]:g}$, $\gamma_2 = {pair[1]:g}$"
