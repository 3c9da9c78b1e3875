"""The gradient's direction aligns with the teacher."""

from feature_learning.core.tables import Tables
from feature_learning.plotting.overlay import simulation, theory
from feature_learning.plotting.sheet import Sheet


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the cosine against n/d for both tasks."""
    (ax,) = figure.panels(height=2.6)
    theory(ax, tables.theory("beta_alignment", task=1), "n_over_d", "cosine", label=r"theory: $\rho$ (both)")
    for task in (1, 2):
        simulation(ax, tables.runs("beta_alignment", task=task), "n_over_d", "cosine", label=f"Setting {task}", series=task - 1)
    ax.set_xscale("log")
    ax.set_xticks([0.5, 1, 2, 4, 8], ["0.5", "1", "2", "4", "8"])
    ax.minorticks_off()
    ax.set_xlabel("samples per dimension, $n/d$")
    ax.set_ylabel(r"$\cos(\beta, \beta_*)$")
    ax.set_ylim(0.3, 1)
    ax.legend()
