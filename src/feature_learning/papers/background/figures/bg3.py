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
    runs = runs.assign(over=runs["scaled"] / law["scaled"].iloc[0])
    table = plot.estimates(by_run(runs), "over", ["width"])
    ax.axhspan(1 - _MARGIN, 1 + _MARGIN, color="0.92", linewidth=0, zorder=0)
    plot.level(ax, 1.0, "linearised flow", colour=plot.PREDICTION, at=0.02, below=True)
    colour = plot.METHODS["network"]
    plot.simulation(ax, table, "width", label="flow of $p$ neurons", colour=colour)
    plot.logarithmic(ax, "x")
    ax.set(xlabel="width $p$", ylabel="fluctuations over prediction")
    ax.set_ylim(bottom=0)
    over = table.set_index("width")["estimate"] - 1
    wide = over[over.index >= _WIDE]
    figure.say(wide=wide.abs().max(), narrow=over.iloc[0], least=int(over.index[0]), p=_WIDE)
