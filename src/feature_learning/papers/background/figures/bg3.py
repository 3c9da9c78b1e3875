"""Fluctuations about the mean-field limit against the width."""

from feature_learning.core.tables import Tables
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.lines import logarithmic
from feature_learning.plotting.marks import simulation, theory
from feature_learning.plotting.palette import METHODS
from feature_learning.plotting.sheet import Sheet
from feature_learning.statistics.evidence import by_run


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the mean squared distance from the limit, and the linearised flow's."""
    (ax,) = figure.panels()
    theory(ax, tables.theory("width_fluctuations"), "width", "fluctuation", label="linearised flow, slope $-1$")
    runs = by_run(tables.runs("width_fluctuations"))
    found = estimates(runs, "fluctuation", ["width"])
    simulation(ax, found, "width", label="flow of $p$ neurons", colour=METHODS["network"])
    logarithmic(ax, "x", ticks=sorted(runs["width"].unique()))
    logarithmic(ax, "y")
    ax.set_xlabel("width $p$")
    ax.set_ylabel(r"$\mathrm{E}\,(f_p - f_\infty)^2$")
