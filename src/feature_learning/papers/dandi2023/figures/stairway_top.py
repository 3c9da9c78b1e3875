"""The two stairways of the authors' summary picture, measured: against the batch and in time."""

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_STAIRS = (3.0, 2.0, 1.0, 0.0)  # the error in the limit, by how many directions are learned
_BATCH = {1.12: "single-index", 2.12: "multi-index", 3.12: "hard directions"}
_TIME = {1.08: "single-index", 2.08: "two-index", 3.08: "three-index"}
_COLOURS = ("#fbdfae", "#cfe8cf", "#cfdcf2")  # orange, green and blue, as in the original
_WORDS = ("#7a4a00", "#1d5c2b", "#1d3f7a")
_TOP, _BELOW = 3.3, 0.15
_RIGHT = 4.25  # log n/log d, with room for the last name


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the error after one step against the batch size, and that on a staircase in time."""
    batch, time = figure.panels(1, 2, height=2.3, sharey=True)
    sizes, times = tables.runs("batch_stairs"), tables.runs("time_stairs")
    of_size = plot.estimates(sizes, "error", ["log_size"])
    _limit(batch, [sizes["log_size"].min(), 1.0, 2.0, 3.0, sizes["log_size"].max()])
    plot.simulation(batch, of_size, "log_size", colour=plot.BLUE, join=True)
    batch.set_xticks([1, 2, 3], [r"$\Theta(d)$", r"$\Theta(d^2)$", r"$\Theta(d^3)$"])
    batch.set(title="One step", xlabel="batch size $n$", ylabel="generalization error")
    _boxes(batch, list(_BATCH), list(_BATCH.values()))
    last = times["time"].max()
    of_time = plot.estimates(times, "error", ["time"])
    _limit(time, [0.0, 1.0, 2.0, 3.0, max(last, 3.0) + 0.6])
    plot.simulation(time, of_time, "time", colour=plot.BLUE, bars=True)
    _joined(time, of_time, max(last, 3.0) + 0.6)
    time.set(title="$n$ of order $d$", xlabel="iterations $T$", xticks=range(int(last) + 1))
    _boxes(time, list(_TIME), list(_TIME.values()))
    batch.set_xlim(right=_RIGHT)
    batch.set(ylim=(-0.1, _TOP), yticks=_STAIRS)
    figure.say(
        seeds=sizes["seed"].nunique(),
        d=tables.value("batch_stairs", "d"),
        d_time=tables.value("time_stairs", "d"),
        third=float(times[times["time"] == min(3, last)]["error"].mean()),
        fourth=float(times[times["time"] == last]["error"].mean()),
        half=float(sizes[sizes["log_size"] == 1.5]["error"].mean()),
        above=float(sizes[sizes["log_size"] == 2.5]["error"].mean()),
    )


def _limit(ax: Axes, edges: list[float]) -> None:
    """Draw the stairs of the limit of large d."""
    x, y = np.repeat(edges, 2)[1:-1], np.repeat(_STAIRS, 2)
    ax.plot(x, y, color=plot.GREY, linestyle="--", linewidth=0.8, zorder=1.5)
    plot.sheet_of(ax).record(ax, "theory", "theory", x=x, y=y)


def _joined(ax: Axes, found: pd.DataFrame, end: float) -> None:
    """Join the errors by stairs: an error lasts until the next step."""
    own = found.sort_values("time")
    x, y = [*own["time"], end], [*own["estimate"], own["estimate"].iloc[-1]]
    ax.plot(x, y, color=plot.BLUE, drawstyle="steps-post", linewidth=0.8, zorder=1.9)


def _boxes(ax: Axes, places: list[float], names: list[str]) -> None:
    """Name the stairs in coloured boxes."""
    for x, y, name, colour, written in zip(places, _STAIRS, names, _COLOURS, _WORDS, strict=False):
        box: dict[str, Any] = {"facecolor": colour, "edgecolor": "none", "pad": 1.5}
        ax.annotate(name, (x, y - _BELOW), ha="left", va="center", color=written, bbox=box)
