"""Fluctuations about the mean-field limit against the width."""

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import by_run


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the mean squared distance from the limit, and the linearised flow's."""
    (ax,) = figure.panels()
    law, runs = (
        frame.assign(scaled=frame["width"] * frame["fluctuation"])
        for frame in (tables.theory("width_fluctuations"), tables.runs("width_fluctuations"))
    )
    plot.theory(ax, law, "width", "scaled", label="linearised flow")
    table = plot.estimates(by_run(runs), "scaled", ["width"])
    plot.simulation(ax, table, "width", label="flow of $p$ neurons", colour=plot.METHODS["network"])
    plot.logarithmic(ax, "x", ticks=tables.values("width_fluctuations", "width"))
    ax.set(xlabel="width $p$", ylabel=r"$p\,\mathrm{E}\,(f_p - f_\infty)^2$")
    ax.set_ylim(bottom=0)
