"""The two stairways of the authors' summary picture, measured: against the batch and in time."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.patches import Circle, Polygon

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_STAIRS = (3.0, 2.0, 1.0, 0.0)  # the error in the limit, by how many directions are learned
_BATCH = ("Single-index", "Multi-index", "Hard-directions")
_TIME = ("Single-index", "Two-index", "Three-index")
_BOXES = ("#f2ac3c", "#7ed656", "#6fb0fa")  # orange, green and blue, as in the original
_GREEN, _CYAN = "#3d9a22", "#12b3c7"
_NETWORKS = {  # the colours of what each has learned
    "batch": ((), (_GREEN,) * 4, (*(_GREEN,) * 4, _CYAN)),
    "time": ((), (_GREEN,) * 2, (_GREEN,) * 3),
}
_BOTTOM, _TOP = -0.15, 5.35
_SKETCH = (0.84, 1.85)  # of a network, in units of the axes
_OVER = 3.35  # the foot of the networks
_MARGIN = 0.06
_MEASURED, _LIMIT = "measured", r"$d \to \infty$"
_LAST = 3  # the time at which the original ends
# A sketch of a network, as in the authors' picture.
_INPUTS, _HIDDEN, _OUTPUT = 0.0, 2.6, 5.0  # where the layers stand
_RADIUS = 0.36
_NEURONS = 7  # of the input
_WEIGHTS = "0.6"


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the error after one step against the batch size, and that on a staircase in time."""
    batch, time = figure.panels(1, 2, height=2.75, sharey=True)
    sizes, times = tables.runs("batch_stairs"), tables.runs("time_stairs")
    of_size = plot.estimates(sizes, "error", ["log_size"])
    first, last = of_size["log_size"].min(), of_size["log_size"].max()
    _limit(batch, [first, 1.0, 2.0, 3.0, last])
    black: dict[str, Any] = {"label": _MEASURED, "colour": "black"}
    plot.simulation(batch, of_size, "log_size", join=True, **black)
    batch.set_xticks([1, 2, 3], [r"$\Theta(d)$", r"$\Theta(d^2)$", r"$\Theta(d^3)$"])
    batch.set(title="One step", xlabel="batch size $n$", ylabel="generalization error")
    batch.set_xlim(first - _MARGIN, last + _MARGIN)
    shown = times[times["time"] <= _LAST]
    of_time = plot.estimates(shown, "error", ["time"])
    _limit(time, [0.0, 1.0, 2.0, 3.0, _LAST + 0.5])
    plot.simulation(time, of_time, "time", bars=True, **black)
    _joined(time, of_time, _LAST + 0.5)
    time.set(title="$n$ of order $d$ for each step", xlabel="iteration time $T$")
    time.set_xticks(range(_LAST + 1))
    time.set_xlim(-_MARGIN, _LAST + 0.5)
    time.tick_params(labelleft=True)
    for ax, which, names in ((batch, "batch", _BATCH), (time, "time", _TIME)):
        _boxes(ax, names)
        for place, hidden in enumerate(_NETWORKS[which], 1):
            corner = (place - _SKETCH[0] / 2, _OVER)
            _network(ax.inset_axes((*corner, *_SKETCH), transform=ax.transData), hidden)
        figure.key(ax, "lower left")
    figure.align_xlabels([batch, time])
    batch.set(ylim=(_BOTTOM, _TOP), yticks=_STAIRS)
    mean = times.groupby("time")["error"].mean()
    figure.say(
        seeds=sizes["seed"].nunique(),
        d=tables.value("batch_stairs", "d"),
        d_time=tables.value("time_stairs", "d"),
        third=float(mean[min(_LAST, mean.index.max())]),
        steps=int(mean.index.max()),
        end=float(mean.iloc[-1]),
        half=float(sizes[sizes["log_size"] == 1.5]["error"].mean()),
        above=float(sizes[sizes["log_size"] == 2.5]["error"].mean()),
    )


def _limit(ax: Axes, edges: list[float]) -> None:
    """Draw the stairs of the limit of large d."""
    x, y = np.repeat(edges, 2)[1:-1], np.repeat(_STAIRS, 2)
    ax.plot(x, y, color=plot.GREY, linestyle="--", linewidth=0.8, zorder=1.5)
    sheet = plot.sheet_of(ax)
    sheet.record(ax, _LIMIT, "theory", x=x, y=y)
    sheet.name(plot.Entry(ax, _LIMIT, "theory", plot.GREY, dashes="--"))


def _joined(ax: Axes, found: pd.DataFrame, end: float) -> None:
    """Join the errors by stairs: an error lasts until the next step."""
    own = found.sort_values("time")
    x, y = [*own["time"], end], [*own["estimate"], own["estimate"].iloc[-1]]
    ax.plot(x, y, color="black", drawstyle="steps-post", linewidth=0.8, zorder=1.9)


def _boxes(ax: Axes, names: tuple[str, ...]) -> None:
    """Name the stairs in coloured boxes below the axis."""
    scale = plot.sheet_of(ax).target.type
    for x, (name, colour) in enumerate(zip(names, _BOXES, strict=True), 1):
        box: dict[str, Any] = {"facecolor": colour, "edgecolor": "none", "pad": 1.5}
        place: dict[str, Any] = {"xycoords": ax.get_xaxis_transform(), "ha": "center", "va": "top"}
        look: dict[str, Any] = {
            "textcoords": "offset points",
            "bbox": box,
            "annotation_clip": False,
        }
        ax.annotate(name, (x, 0), (0, -17 * scale), **place, **look)
    ax.tick_params(axis="x", pad=10 * scale)
    for label in ax.get_xticklabels():
        label.set_verticalalignment("baseline")
    ax.xaxis.labelpad = 19 * scale


def _network(ax: Axes, hidden: Sequence[str]) -> None:
    """Draw inputs, an output, and between them one circle for each learned direction.

    Parameters
    ----------
    ax
        A panel, whose axes go.
    hidden
        The colour of each direction; with none the input has one direction to the output.
    """
    inputs, middle = _heights(_NEURONS), _heights(len(hidden))
    if hidden:
        _weights(ax, (_INPUTS, inputs), (_HIDDEN, middle))
        _weights(ax, (_HIDDEN, middle), (_OUTPUT, np.zeros(1)))
    else:
        _weights(ax, (_INPUTS, inputs), (_HIDDEN, np.zeros(1)))
    end = _OUTPUT if hidden else _HIDDEN
    layers = [(_INPUTS, inputs, ["black"] * _NEURONS), (_HIDDEN, middle, hidden)]
    for x, heights, colours in [*layers, (end, np.zeros(1), ["#d8392b"])]:
        for y, colour in zip(heights, colours, strict=True):
            look: dict[str, Any] = {
                "facecolor": "white",
                "edgecolor": colour,
                "linewidth": 0.8,
                "zorder": 2,
            }
            ax.add_patch(Circle((x, float(y)), _RADIUS, **look))
    middle_of = (_INPUTS + end) / 2
    half, reach = (_OUTPUT - _INPUTS) / 2 + 1.3 * _RADIUS, inputs.max() + 1.3 * _RADIUS
    ax.set(xlim=(middle_of - half, middle_of + half), ylim=(-reach, reach))
    ax.set_axis_off()
    ax.set_aspect("equal")


def _heights(count: int) -> np.ndarray:
    return np.arange(count) - (count - 1) / 2


def _weights(ax: Axes, left: tuple[float, np.ndarray], right: tuple[float, np.ndarray]) -> None:
    """Fill what lies between two layers."""
    (x0, low), (x1, high) = left, right
    gap = 0.4 * _RADIUS
    sides = [(x0 + gap, low.min() - gap), (x1 - gap, high.min() - gap)]
    sides += [(x1 - gap, high.max() + gap), (x0 + gap, low.max() + gap)]
    ax.add_patch(Polygon(sides, facecolor=_WEIGHTS, linewidth=0, zorder=1))
