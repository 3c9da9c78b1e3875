"""Risk against samples for growing steps."""

from feature_learning.core.tables import Tables
from feature_learning.plotting.overlay import level, simulation, theory
from feature_learning.plotting.sheet import Sheet

_STEPS = {
    "none": "none",
    "one": r"$\alpha = 0$",
    "alpha-0.125": r"$\alpha = 1/8$",
    "alpha-0.25": r"$\alpha = 1/4$",
    "alpha-0.375": r"$\alpha = 3/8$",
    "root": r"$\alpha = 1/2$",
}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the risk against n/d for each exponent."""
    (ax,) = figure.panels(height=3.0)
    runs, predicted = tables.runs("step_sizes"), tables.theory("step_sizes")
    for series, step in enumerate(step for step in _STEPS if step in set(runs["step"])):
        simulation(ax, runs[runs["step"] == step], "psi1", "risk", label=_STEPS[step], series=series, median=True, joined=True)
    for dash, step in enumerate(("none", "one")):
        theory(ax, predicted[predicted["step"] == step], "psi1", "risk", label=f"theory, {_STEPS[step]}", dash=dash)
    level(ax, predicted["bound"].iloc[0], label="bound on kernels")
    ax.set_xscale("log")
    ax.set_yscale("log")
    ax.set_xticks([1, 2, 4, 8, 16, 32], ["1", "2", "4", "8", "16", "32"])
    ax.set_yticks([0.02, 0.05, 0.1, 0.2, 0.5], ["0.02", "0.05", "0.1", "0.2", "0.5"])
    ax.minorticks_off()
    ax.set_ylim(0.012, 2.5)
    ax.set_xlabel("samples per dimension, $n/d$")
    ax.set_ylabel("risk")
    ax.legend(loc="upper right", ncols=2)
