"""Fluctuations about the mean-field limit against the width."""

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import by_run

_WIDE = 300  # from where on the claim holds
_MARGIN = 0.25


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the mean squared distance from the limit, and the linearised flow's."""
    (ax,) = figure.panels(height=2.4)
    law, runs = (
        frame.assign(scaled=frame["width"] * frame["fluctuation"])
        for frame in (tables.theory("width_fluctuations"), tables.runs("width_fluctuations"))
    )
    colour = plot.METHODS["network"]
    plot.theory(ax, law, "width", "scaled", label="linearised flow")
    table = plot.estimates(by_run(runs), "scaled", ["width"])
    plot.simulation(ax, table, "width", label="flow of $p$ neurons", colour=colour)
    plot.logarithmic(ax, "x")
    ax.set(xlabel="width $p$", ylabel=r"$p\,\mathrm{E}\,(f_p - f_\infty)^2$")
    ax.set_ylim(bottom=0)
    region = (-_MARGIN, _MARGIN)
    plot.residual(
        ax, table, law, "width", "scaled", region=region, colour=colour, label="flow of $p$ neurons"
    )
    over = table.set_index("width")["estimate"] / law["scaled"].iloc[0] - 1
    wide = over[over.index >= _WIDE]
    figure.say(wide=wide.abs().max(), narrow=over.iloc[0], least=int(over.index[0]), p=_WIDE)
