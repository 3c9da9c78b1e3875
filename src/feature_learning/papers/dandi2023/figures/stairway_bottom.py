"""Directions of the gradients at two steps, on circles, for equal links and for a staircase."""

import math
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.patches import Circle

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import intervals

_TARGETS = {"quartic": "Equal links", "notebook-2": r"$z \pm H_2(z)$"}
_LOOKS = {1: ("#296218", "o"), 2: ("#46a91f", "^")}  # dark green and lime, which is darkened
_LINES = {"plus": plot.PURPLE, "minus": plot.BLUE}  # of the second step, once it leaves the first
_SIGNS = {"plus": 1.0, "minus": -1.0}
_RIM = 1.12
_AXES = r"$\cos(G_i^\perp, \theta_{})$"


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw all neurons' gradients in the plane of both directions as points of the unit circle, for
    two targets and two steps.
    """
    panels = figure.panels(1, 4, height=1.8, sharex=True, sharey=True)
    d = tables.values("planes", "d")[0]
    cases = [(target, time) for target in _TARGETS for time in (1, 2)]
    for ax, (target, time) in zip(panels, cases, strict=True):
        _circle(ax)
        law = tables.theory("planes", target=target, d=d, time=time).iloc[0]
        _lines(ax, law)
        _neurons(ax, tables.runs("planes", target=target, d=d, time=time), time)
        ax.set(title=_TARGETS[target], xlabel=_AXES.format(1), ylabel=_AXES.format(2))
    _say(figure, tables, d)


def _say(figure: Sheet, tables: Tables, d: int) -> None:
    slopes = {}
    for name, target in (("stays", "quartic"), ("turns", "notebook-2")):
        runs = tables.runs("planes", target=target, d=d, time=2)
        slopes[name] = runs["plus_second"] / runs["plus_first"]
    second = tables.theory("planes", target="notebook-2", d=d, time=2).iloc[0]
    alpha = tables.value("planes", "alpha")
    figure.say(
        predicted=second["plus_second"] / second["plus_first"],
        mirrored=second["minus_second"] / second["minus_first"],
        d=f"${plot.number(float(d))}$",
        size="d" if alpha == 1 else f"{alpha:g} d",
        seeds=len(slopes["turns"]),
        step=tables.value("planes", "step"),
        least=slopes["turns"].min(),
        most=slopes["turns"].max(),
        **{name: _measured(found) for name, found in slopes.items()},
    )


def _measured(slopes: pd.Series) -> str:
    found = intervals.mean(slopes.to_numpy())
    return f"{found.estimate:.3f} [{found.low:.3f}, {found.high:.3f}]"


def _circle(ax: Axes) -> None:
    ax.add_patch(Circle((0, 0), 1, fill=False, edgecolor="0.6", linewidth=0.6, zorder=1))
    ax.set_aspect("equal")
    ax.set(xlim=(-_RIM, _RIM), ylim=(-_RIM, _RIM), xticks=[-1, 0, 1], yticks=[-1, 0, 1])
    ax.grid(False)


def _lines(ax: Axes, law: pd.Series) -> None:
    """Draw the predicted lines through the centre: one, or one for each sign of the readout."""
    angles = {sign: math.atan2(law[f"{sign}_second"], law[f"{sign}_first"]) for sign in _SIGNS}
    one = abs(angles["plus"] - angles["minus"]) < 0.01
    for sign, angle in angles.items():
        end = np.array([math.cos(angle), math.sin(angle)])
        colour = plot.PREDICTION if one else plot.darker(_LINES[sign])
        x, y = np.outer(end, [-1.0, 1.0])
        ax.plot(x, y, color=colour, linewidth=0.8, zorder=2)
        plot.sheet_of(ax).record(ax, "theory", "theory", x=x, y=y)
        if not one:
            slope = math.tan(angle)
            place = {"plus": (-0.44, 0.04), "minus": (0.1, 0.6)}[sign]
            side = "center" if sign == "plus" else "right"
            said: dict[str, Any] = {"color": plot.written(_LINES[sign]), "ha": side, "va": "bottom"}
            ax.annotate(f"slope {slope:.2g}", place, **said)


def _neurons(ax: Axes, runs: pd.DataFrame, time: int) -> None:
    """Draw every neuron; gradients of the second half, with readouts -1, point the other way."""
    colour, marker = _LOOKS[time]
    first, second = (np.stack(list(runs[name])) for name in ("first", "second"))
    neurons = first.shape[1]
    signs = np.repeat(list(_SIGNS.values()), neurons // 2)
    size = np.hypot(first, second)
    x, y = (signs * first / size).ravel(), (signs * second / size).ravel()
    ax.plot(x, y, marker, color=colour, markersize=3 * plot.sheet_of(ax).target.type, zorder=3)
    name = f"$T = {time}$"
    ax.annotate(name, (0.48, -0.5), color=plot.written(colour), ha="center", va="center")
    plot.sheet_of(ax).record(ax, name, "run", x=x, y=y)
