"""Fluctuations about the mean-field limit against the width."""

from feature_learning.plotting import (
    METHODS,
    Sheet,
    Tables,
    estimates,
    logarithmic,
    simulation,
    theory,
)
from feature_learning.statistics import by_run


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the mean squared distance from the limit, and the linearised flow's."""
    (ax,) = figure.panels()
    law, runs = tables.theory("width_fluctuations"), by_run(tables.runs("width_fluctuations"))
    theory(
        ax,
        law.assign(scaled=law["width"] * law["fluctuation"]),
        "width",
        "scaled",
        label="linearised flow",
    )
    found = estimates(runs.assign(scaled=runs["width"] * runs["fluctuation"]), "scaled", ["width"])
    simulation(ax, found, "width", label="flow of $p$ neurons", colour=METHODS["network"])
    logarithmic(ax, "x", ticks=sorted(runs["width"].unique()))
    ax.set_ylim(bottom=0)
    ax.set_xlabel("width $p$")
    ax.set_ylabel(r"$p\,\mathrm{E}\,(f_p - f_\infty)^2$")
