"""Fluctuations about the mean-field limit against the width."""

import numpy as np

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import by_run

_NORMAL = 1.96  # standard errors, half of an interval
_WIDE = 100  # from where on the caption compares
_CLAIMED = 300  # the least width of the claim


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the mean squared distance from the limit, and the linearised flow's."""
    (ax,) = figure.panels(height=2.4)
    law, runs = (
        frame.assign(scaled=frame["width"] * frame["fluctuation"])
        for frame in (tables.theory("width_fluctuations"), tables.runs("width_fluctuations"))
    )
    runs = runs.assign(over=runs["scaled"] / law["scaled"].iloc[0])
    table = plot.estimates(by_run(runs), "over", ["width"])
    band = plot.Band(figure.region("constant"), span=(_CLAIMED, np.inf))
    plot.draw_bands(ax, [band], about=1.0)
    plot.level(ax, 1.0, "$1/p$, linearised flow", colour=plot.PREDICTION, at=0.02, below=True)
    colour = plot.METHODS["network"]
    plot.simulation(ax, table, "width", label="flow of $p$ neurons", colour=colour)
    plot.logarithmic(ax, "x")
    plot.logarithmic(ax, "y", (0.7, 1, 1.5, 2))
    ends = table[["estimate", "low", "high"]].to_numpy()
    ends = ends[np.isfinite(ends) & (ends > 0)]
    ax.set_ylim(min(0.65, 0.95 * ends.min()), max(1.9, 1.05 * ends.max()))
    ax.set(xlabel="width $p$", ylabel=r"$p\,\times$ mean square over linearised")
    over = table.set_index("width")["estimate"] - 1
    wide = table[table["width"] >= _WIDE]
    reach = wide[["low", "high"]].sub(1).abs().max(axis=None)
    widest = table.sort_values("width").iloc[-1]
    figure.say(most=int(widest["width"]), **{end: widest[end] for end in ("low", "high")})
    error = (widest["high"] - widest["low"]) / (2 * _NORMAL)
    figure.say(last=widest["estimate"], deviations=abs(widest["estimate"] - 1) / error)
    figure.say(
        wide=(wide["estimate"] - 1).abs().max(),
        reach=reach,
        narrow=over.iloc[0],
        least=int(over.index[0]),
        p=_WIDE,
        claimed=_CLAIMED,
    )
