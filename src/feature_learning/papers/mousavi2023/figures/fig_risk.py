"""Risk of the network and of kernel ridge regression, structure by structure."""

from feature_learning.core.tables import Tables
from feature_learning.papers.mousavi2023.model import gammas
from feature_learning.plotting.overlay import letter, level, simulation
from feature_learning.plotting.sheet import Sheet


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw a panel for each structure."""
    structures = list(dict.fromkeys(tables.theory("kernel_risk")["structure"]))
    axes = figure.panels(2, 3, height=2.2)
    for ax, structure in zip(axes, structures, strict=True):
        pair = gammas(structure)
        ax.set_title("isotropic" if pair is None else rf"$\gamma_1$ = {pair[0]:g}, $\gamma_2$ = {pair[1]:g}")
        for series, (experiment, label) in enumerate((("risk", "network"), ("kernel_risk", "kernel"))):
            simulation(ax, tables.runs(experiment, structure=structure), "ratio", "risk", label=label, series=series, joined=True)
        limit = float(tables.theory("kernel_risk", structure=structure)["limit"].iloc[0])
        if limit == limit:
            level(ax, limit, label=r"kernel, $d \to \infty$")
        ax.set_xscale("log", base=2)
        ax.set_ylim(-0.05, 2.05)
    for ax in axes[3:]:
        ax.set_xlabel("$n/d$")
    for ax in axes[::3]:
        ax.set_ylabel("risk")
    axes[0].legend(loc="upper right")
    letter(axes)
