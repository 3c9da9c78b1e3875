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
_LEFT = ("few neurons", "conjecture 3")  # at the last regime
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
    middle = math.sqrt(_FEW * _ORDER_D[0] * d)
    x = [least, middle, middle, _ORDER_D[1] * d]
    bounds = []
    for number, known in enumerate(REGIMES.values()):
        few, many = (TARGETS["stand-in"].floor(KNOWN[known], degree) for degree in (0, 1))
        colour = plot.darker(_REGIMES.colours[number])
        for ends, left in ((x[:2], few), (x[2:], many)):
            ax.plot(ends, [left] * 2, color=colour, linewidth=0.6, linestyle="--", zorder=1.8)
        of = _REGIMES.names[number]
        figure.record(ax, "theory", "theory", x=x, y=[few, few, many, many], of=of)
        bounds.append(many)
    for name, ends, y in zip(_LEFT, (x[:2], x[2:]), (few, many), strict=True):
        below: dict[str, Any] = {"va": "top", "ha": "center", "color": plot.written(plot.GREY)}
        ax.text(math.sqrt(ends[0] * ends[1]), y - 0.08, name, **below)
    plot.logarithmic(ax, "x")
    ax.set(xlabel="neurons $p$", ylabel="test error", ylim=(0, None))
    of_order_d = errors[errors["width"].between(_ORDER_D[0] * d, _ORDER_D[1] * d)]
    most = of_order_d[of_order_d["width"] == of_order_d["width"].max()].set_index("regime")
    widest = errors[errors["width"] == errors["width"].max()].set_index("regime")
    figure.say(
        d=d,
        most=int(most["width"].iloc[0]),
        untrained=bounds[0],
        linear=bounds[1],
        square=bounds[2],
        **{f"gap{number}": _above(most.loc[number], bounds[number]) for number in _REGIMES.names},
        wide=int(widest["width"].iloc[0]),
        end_gap=f"{widest['estimate'].iloc[-1] - bounds[-1]:.2f}",
        **{f"end{number}": widest["estimate"][number] for number in _REGIMES.names},
    )


def _above(row: pd.Series, bound: float) -> str:
    low, high = row["low"] - bound, row["high"] - bound
    return f"{row['estimate'] - bound:.2f} [{low:.2f}, {high:.2f}]"
