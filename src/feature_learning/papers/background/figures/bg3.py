"""Fluctuations about the mean-field limit against the width."""

from feature_learning.core.tables import Tables
from feature_learning.plotting.overlay import simulation, theory
from feature_learning.plotting.sheet import Sheet


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the mean squared distance from the limit, and the linearised flow's."""
    (ax,) = figure.panels(height=2.6)
    theory(ax, tables.theory("width_fluctuations"), "width", "fluctuation", label="linearised flow, slope $-1$")
    simulation(ax, tables.runs("width_fluctuations"), "width", "fluctuation", label="population flow of p neurons")
    ax.set_xscale("log")
    ax.set_yscale("log")
    ax.set_xlabel("width p")
    ax.set_ylabel(r"$E\,(f_p - f_\infty)^2$")
    ax.legend(loc="lower left")
