"""The largest overlap with the target among several random neurons."""

from typing import Any

import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import by_run, crossing

_BELOW = 0.45  # of the axis' end, over what is drawn
_TOP = 1.8  # of the numbers on the axis, over its end
_NAMED = (16, 32, 64)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the largest of N overlaps."""
    (largest,) = figure.panels(height=2.6)
    runs, law = by_run(tables.runs("width_overlap")), tables.theory("width_overlap")
    hue = plot.ordered("d", runs["d"], "$d = {}$")
    plot.theory(largest, law, "width", "largest", hue, ends=True)
    medians = plot.estimates(runs, "largest", ["d", "width"], "median")
    plot.simulation(largest, medians, "width", hue)
    plot.level(largest, 0.5, "1/2", at=0.02)
    plot.logarithmic(largest)
    largest.margins(x=0.06)
    drawn = medians[["estimate", "low"]].where(lambda ends: ends > 0).min().min()
    largest.set_ylim(bottom=_BELOW * drawn)
    _mark(largest, law, hue)
    predicted = law[["d", "width", "largest"]].astype(float)
    both = medians.astype({"d": float, "width": float}).merge(predicted, on=["d", "width"])
    off = (both["estimate"] / both["largest"] - 1).abs()
    worst = both.iloc[int(off.to_numpy().argmax())]
    figure.say(off=off.max(), at=f"{worst['width']:g}", dimension=f"{worst['d']:g}")
    largest.set(xlabel="neurons $N$", ylabel=r"median of $\max_i\,|\langle w_i, \beta \rangle|$")
    figure.say(**{f"need_{d}": _needed(law[law["d"] == d]) for d in _NAMED})


def _mark(ax: Axes, law: pd.DataFrame, hue: plot.Hue) -> None:
    """Mark where curves cross one half, with the number of neurons that it takes."""
    for d, part in hue.split(law):
        part = part.sort_values("width")
        if part["largest"].max() < 0.5:
            continue
        needed, colour = _needed(part), plot.written(plot.darker(hue.colours[d]))
        bottom = (needed, 0.0)
        ends = [_TOP * ax.get_ylim()[0], 0.5]
        ax.plot([needed] * 2, ends, color=plot.GREY, linewidth=0.5, zorder=1.5)
        place: dict[str, Any] = {"textcoords": "offset points", "ha": "center", "va": "bottom"}
        place |= {"xycoords": ax.get_xaxis_transform(), "color": colour}
        ax.annotate(f"{needed:,.0f}", bottom, (0, 3), **place)


def _needed(law: pd.DataFrame) -> float:
    """Return the width at which the largest overlap is 1/2."""
    return crossing(law["width"].to_numpy(), law["largest"].to_numpy(), 0.5)
