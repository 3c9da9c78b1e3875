"""The two stairways of the authors' summary picture, measured: against the batch and in time."""

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.dandi2023.shared.sketches import network
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
            network(ax.inset_axes((*corner, *_SKETCH), transform=ax.transData), hidden)
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
