"""Directions of the gradients at two steps, on circles, for equal links and for a staircase."""

import math
from typing import Any

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Circle

from feature_learning import plotting as plot
from feature_learning.papers.dandi2023.panels import marks
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import means

_TARGETS = {
    "quartic": r"Links $H_1 + \frac{1}{2} H_2 + \frac{1}{24} H_4$",
    "notebook-2": r"Links $H_1 \pm H_2$",
}
_STEPS = {1: ("1 GD step", "o", 1.0), 2: ("2 GD steps", "v", 1.2)}  # name, marker and its size
_LINES = {"plus": "#800080", "minus": "#0000ff"}  # of the second step, once it leaves the first
_SIGNS = {"plus": 1.0, "minus": -1.0}
_SLOPES = {"plus": ((-0.47, 0.02), "center"), "minus": ((0.11, 0.27), "left")}  # where they stand
_TICKS = (-1.0, -0.5, 0.0, 0.5, 1.0)
_AXES = r"$\cos(G_i^\perp, \theta_{})$"


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw one network's gradients in the plane of both directions as points of the unit circle,
    for two targets and two steps.
    """
    figure.set_size_inches(figure.target.page, 1.78 * figure.target.type)
    grid = figure.add_gridspec(2, 3, height_ratios=[0.1, 1], width_ratios=[1, 0.01, 1])
    d = tables.values("planes", "d")[0]
    for number, (target, title) in enumerate(_TARGETS.items()):
        pair = grid[1, 2 * number].subgridspec(1, len(_STEPS))
        panels = list(pair.subplots(squeeze=False, sharex=True, sharey=True)[0])
        _head(panels[0], title)
        for ax, time in zip(panels, _STEPS, strict=True):
            _frame(ax)
            law = tables.theory("planes", target=target, d=d, time=time).iloc[0]
            runs = tables.runs("planes", target=target, d=d, time=time)
            _neurons(ax, runs.sort_values("seed").iloc[0], time)
            _lines(ax, law)
            ax.set(title=f"$T = {time}$", xlabel=_AXES.format(1), ylabel=_AXES.format(2))
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
    (found,) = means(slopes.to_numpy(dtype=float)[:, None])
    return f"{found.estimate:.3f} [{found.low:.3f}, {found.high:.3f}]"


def _head(first: Axes, title: str) -> None:
    """Write the target above the middle of its two panels."""
    up = 18 * plot.sheet_of(first).target.type
    place: dict[str, Any] = {"xycoords": "axes fraction", "textcoords": "offset points"}
    look: dict[str, Any] = {"ha": "center", "fontsize": mpl.rcParams["axes.titlesize"]}
    text = first.annotate(title, (1.08, 1), (0, up), annotation_clip=False, **place, **look)
    text.set_in_layout(False)


def _frame(ax: Axes) -> None:
    ax.add_patch(Circle((0, 0), 1, fill=False, edgecolor="black", linewidth=0.5, zorder=1))
    ax.set_aspect("equal")
    ax.set(xlim=(-1, 1), ylim=(-1, 1), xticks=_TICKS, yticks=_TICKS)
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_formatter("{x:g}")
    ax.spines[["top", "right"]].set_visible(True)
    ax.grid(False)


def _lines(ax: Axes, law: pd.Series) -> None:
    """Draw the predicted lines through the centre: one, or one for each sign of the readout."""
    angles = {sign: math.atan2(law[f"{sign}_second"], law[f"{sign}_first"]) for sign in _SIGNS}
    one = abs(angles["plus"] - angles["minus"]) < 0.01
    for sign, angle in angles.items():
        end = np.array([math.cos(angle), math.sin(angle)])
        end /= np.abs(end).max()  # to the frame, as in the original
        colour = plot.PREDICTION if one else _LINES[sign]
        x, y = np.outer(end, [-1.0, 1.0])
        ax.plot(x, y, color=colour, linewidth=0.7, zorder=4)
        plot.sheet_of(ax).record(ax, "theory", "theory", x=x, y=y)
        if not one:
            place, side = _SLOPES[sign]
            said: dict[str, Any] = {"color": colour, "ha": side, "va": "bottom"}
            ax.annotate(f"slope {math.tan(angle):.2g}", place, **said)


def _neurons(ax: Axes, network: pd.Series, time: int) -> None:
    """Draw a network's gradients of the loss: those of readouts +1 lie left or below, those of the
    second half, with readouts -1, right or above.
    """
    name, marker, size = _STEPS[time]
    first, second = (np.asarray(network[column]) for column in ("first", "second"))
    signs = -np.repeat(list(_SIGNS.values()), len(first) // 2)
    length = np.hypot(first, second)
    x, y = signs * first / length, signs * second / length
    look = marks(time, marker, size)
    ax.plot(x, y, zorder=3, clip_on=False, **look)
    small = plot.sheet_of(ax).target.smallest
    key: dict[str, Any] = {"loc": "lower right", "handlelength": 0.5, "handletextpad": 0.3}
    key |= {"fontsize": small, "borderpad": 0.1, "borderaxespad": 0.2}
    key |= {"frameon": True, "edgecolor": "none", "framealpha": 1.0}
    ax.legend([Line2D([], [], **look)], [name], **key)
    plot.sheet_of(ax).record(ax, name, "run", x=x, y=y)
