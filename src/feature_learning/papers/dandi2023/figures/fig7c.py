"""The error of the refitted readout against the number of neurons, in three regimes of samples."""

from typing import Any

import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.dandi2023.experiments.regimes_error import REGIMES
from feature_learning.papers.dandi2023.shared.model import KNOWN, TARGETS
from feature_learning.plotting import Sheet, Tables

_BATCHES = {"untrained": "untrained", "linear": r"step at $32 d$", "square": r"step at $8 d^2$"}
_LOOKS = zip(("random features", "variant", "network"), _BATCHES.values(), strict=True)
_REGIMES = plot.methods("regime", dict(enumerate(_LOOKS)))
_LEFT = ("few neurons", "$p$ of order $d$")  # over their bounds
_ORDER_D = (0.5, 5.0)  # the numbers of neurons, over d, that count as of order d
_FROM_BELOW = 1  # the regime whose level of few neurons has its name below
_SHOWN = 2  # the regime of the finding
_FEW = 30  # the neurons that count as few, at most


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the error at the best ridge, and what the conjecture leaves for few neurons and for p of
    order d, where each holds.
    """
    (ax,) = figure.panels(height=2.6)
    runs = tables.runs("regimes_error")
    means = runs.groupby(["regime", "width", "ridge"])["error"].mean().reset_index()
    best = means.loc[means.groupby(["regime", "width"])["error"].idxmin()].drop(columns="error")
    runs = runs.merge(best)
    runs = runs.assign(regime=runs["regime"].map(list(REGIMES).index))
    errors = plot.estimates(runs, "error", ["regime", "width"])
    plot.simulation(ax, errors, "width", _REGIMES, join=True, ends=True)
    d, least = tables.value("regimes_error", "d"), runs["width"].min()
    x = [least, _FEW, _ORDER_D[0] * d, _ORDER_D[1] * d]
    left = {}
    for number, known in enumerate(REGIMES.values()):
        left[number] = [TARGETS["stand-in"].floor(KNOWN[known], degree) for degree in (0, 1)]
        colour = plot.darker(_REGIMES.colours[number])
        for ends, level in ((x[:2], left[number][0]), (x[2:], left[number][1])):
            ax.plot(ends, [level] * 2, color=colour, linewidth=0.6, linestyle="--", zorder=1.8)
        _numbers(ax, x, left[number], colour, up=number != _FROM_BELOW)
        few, many = left[number]
        of = _REGIMES.names[number]
        figure.record(ax, "theory", "theory", x=x, y=[few, few, many, many], of=of)
    plot.logarithmic(ax, "x")
    for name, at, side in zip(_LEFT, (x[0], x[-1]), ("left", "right"), strict=True):
        above: dict[str, Any] = {"va": "top", "ha": side, "color": plot.written(plot.GREY)}
        ax.text(at, 1.2 * left[0][0], name, **above)
    ax.set(xlabel="neurons $p$", ylabel="test error", ylim=(0, 1.22 * left[0][0]))
    of_order_d = errors[errors["width"].between(_ORDER_D[0] * d, _ORDER_D[1] * d)]
    most = of_order_d["width"].max()
    held = [errors[errors["width"] <= _FEW], of_order_d]
    parts = zip(held, left[_SHOWN], strict=True)
    gaps = pd.concat(each[each["regime"] == _SHOWN]["estimate"] - level for each, level in parts)
    at, widest, start = (
        errors[errors["width"] == width].set_index("regime")["estimate"]
        for width in (most, errors["width"].max(), least)
    )
    few = errors[errors["width"] == errors[errors["width"] <= _FEW]["width"].max()]
    under = sum(widest[number] < left[number][1] for number in left)
    figure.say(
        some=int(few["width"].max()),
        partly=few.set_index("regime")["estimate"][0] - left[0][0],
        under=f"{under} of them below the bounds" if under else "none below its bound",
        d=d,
        nearest=gaps.min(),
        farthest=gaps.max(),
        least=int(least),
        most=int(most),
        wide=int(errors["width"].max()),
        **{f"few{number}": levels[0] for number, levels in left.items()},
        **{f"many{number}": levels[1] for number, levels in left.items()},
        **{f"off{number}": at[number] - left[number][1] for number in left},
        **{f"start{number}": start[number] - left[number][0] for number in left},
        **{f"end{number}": widest[number] for number in left},
    )


def _numbers(ax: Axes, x: list[float], levels: list[float], colour: str, *, up: bool) -> None:
    """Write the levels of few neurons and of p of order d at the outer ends of their dashes."""
    sides = ("left", "bottom" if up else "top"), ("right", "top")
    for at, level, (across, along) in zip((x[0], x[-1]), levels, sides, strict=True):
        place: dict[str, Any] = {"textcoords": "offset points", "ha": across, "va": along}
        lift = 2 if along == "bottom" else -2
        ax.annotate(f"{level:g}", (at, level), (0, lift), color=plot.written(colour), **place)
