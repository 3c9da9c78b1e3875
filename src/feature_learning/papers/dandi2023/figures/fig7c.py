"""The error of the refitted readout against the number of neurons, in three regimes of samples."""

import math
from typing import Any

import pandas as pd

from feature_learning import plotting as plot
from feature_learning.papers.dandi2023.experiments.regimes_error import REGIMES
from feature_learning.papers.dandi2023.shared.model import KNOWN, TARGETS
from feature_learning.plotting import Sheet, Tables

_BATCHES = {"untrained": "untrained", "linear": r"step at $32 d$", "square": r"step at $8 d^2$"}
_LOOKS = zip(("random features", "variant", "network"), _BATCHES.values(), strict=True)
_REGIMES = plot.methods("regime", dict(enumerate(_LOOKS)))
_DASHES = ("few neurons", r"$p$ of order $d$")  # of the last regime
_ORDER_D = (0.5, 5.0)  # the numbers of neurons, over d, that count as of order d
_FEW = 30  # the neurons that count as few, at most


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the error at the best ridge, and what the conjecture leaves for few neurons and for p of
    order d, where each holds.
    """
    (ax,) = figure.panels(height=2.6)
    runs = tables.runs("regimes_error")
    means = runs.groupby(["regime", "width", "ridge"])["error"].mean().reset_index()
    best = means.loc[means.groupby(["regime", "width"])["error"].idxmin()].drop(columns="error")
    errors = plot.estimates(runs.merge(best), "error", ["regime", "width"], "log")
    errors["regime"] = errors["regime"].map(list(REGIMES).index)
    plot.simulation(ax, errors, "width", _REGIMES, join=True)
    d, least = tables.value("regimes_error", "d"), runs["width"].min()
    bounds = []
    for number, known in enumerate(REGIMES.values()):
        colour = plot.darker(_REGIMES.colours[number])
        for degree, (start, end) in enumerate(((least, _FEW), (_ORDER_D[0] * d, _ORDER_D[1] * d))):
            floor = TARGETS["stand-in"].floor(KNOWN[known], degree)
            ax.plot([start, end], [floor] * 2, color=colour, linewidth=0.9, linestyle="--")
            figure.record(ax, "theory", "theory", x=[start, end], y=[floor] * 2)
            if number == len(REGIMES) - 1:
                middle = math.sqrt(start * end)
                below: dict[str, Any] = {"va": "top", "ha": "center", "color": plot.written(colour)}
                ax.text(middle, floor - 0.08, _DASHES[degree], **below)
            if degree:
                bounds.append(pd.Series({"regime": number, "bound": floor}))
    plot.logarithmic(ax, "x")
    ax.set(xlabel="neurons $p$", ylabel="test error", ylim=(0, None))
    both = errors[errors["width"].between(_ORDER_D[0] * d, _ORDER_D[1] * d)].merge(
        pd.DataFrame(bounds)
    )
    figure.say(
        d=d,
        least=(both["estimate"] - both["bound"]).min(),
        most=(both["estimate"] - both["bound"]).max(),
        untrained=bounds[0]["bound"],
        linear=bounds[1]["bound"],
        square=bounds[2]["bound"],
    )
