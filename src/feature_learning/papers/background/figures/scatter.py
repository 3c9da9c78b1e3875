"""The authors' animation of ten neurons between two teachers, in its own weights."""

from collections.abc import Iterator
from itertools import cycle
from typing import Any

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Circle, Rectangle

from feature_learning import plotting as plot
from feature_learning.papers.background.panels import risk_inset
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import by_run

# The original's cyan, magenta, yellow, black, blue, green and red, as dark as marks must be, and
# three more for the neurons with which the original begins again.
_COLOURS = (
    *("#008b9b", "#bf00bf", "#8f8200", "#000000", "#0000ff", "#007f00", "#ff0000"),
    *("#d2691e", "#7f7f7f", "#6b1fb0"),
)
_ENDS = (-1.06, 1.06)  # a little beyond the cosines, so the teachers' squares are whole
_RED, _YELLOW = "#ff0000", "#ffff00"
_SQUARE, _DISC = 0.1, 0.055  # the side of a teacher's square, the radius of the saddle's disc
_INSET = (0.12, 0.075, 0.27, 0.25)
_TIMES = (0.045, 9100.0)  # of the inset
_RISKS = (4e-7, 0.16)
_CLAIMED = 300.0  # until when SGD is compared with its flow
_FRAMES = 60


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the paths of the cosines from the start to the end, and the risk in an inset."""
    law = tables.theory("animation").sort_values("t")
    ax, inset = _frame(figure)
    tails = _tails(ax, _paths(law))
    for number, (tail, way) in enumerate(zip(tails, _paths(law), strict=True)):
        tail.set_data(*way.T)
        figure.record(ax, "theory", "theory", x=way[:, 0], y=way[:, 1], neuron=number)
    inset.plot(law["t"], law["risk"], color="#0000ff")
    figure.record(inset, "theory", "theory", x=law["t"], y=law["risk"])
    _clock(ax).set_text(f"$t = {law['t'].iloc[-1]:.0f}$")
    runs = by_run(tables.runs("classic_limit"))
    runs = runs[(runs["noise"] == runs["noise"].min()) & (runs["t"] <= _CLAIMED)]
    figure.say(
        neurons=len(_paths(law)),
        sgd=(runs["risk"] / runs["ode_risk"] - 1).abs().max(),
        until=runs["t"].max(),
    )


def animate(tables: Tables, figure: Sheet) -> Iterator[None]:
    """Let time run, as the original does."""
    law = tables.theory("animation").sort_values("t")
    ax, inset = _frame(figure)
    paths, times = _paths(law), law["t"].to_numpy()
    tails = _tails(ax, paths)
    (front,) = inset.plot([], [], color="#0000ff")
    clock = _clock(ax)
    figure.record(inset, "theory", "theory", x=law["t"], y=law["risk"])
    for t in np.geomspace(times[0], times[-1], _FRAMES):
        done = times <= t * 1.001
        for tail, way in zip(tails, paths, strict=True):
            tail.set_data(*way[done].T)
        front.set_data(times[done], law["risk"][done])
        clock.set_text(f"$t = {plot.number(float(f'{t:.2g}'))}$")
        yield


def _paths(law: pd.DataFrame) -> np.ndarray:
    """Return the cosines of each neuron with both teachers, (neurons, times, 2)."""
    return np.stack(list(law["cosines"])).reshape(len(law), -1, 2).swapaxes(0, 1)


def _tails(ax: Axes, paths: np.ndarray) -> list[Line2D]:
    """Return empty lines, those of short paths in front, which long ones would hide."""
    lengths = np.hypot(*np.diff(paths, axis=1).transpose(2, 0, 1)).sum(axis=1)
    behind = lengths.argsort().argsort() / len(paths)
    colours = cycle(_COLOURS)
    return [ax.plot([], [], color=next(colours), zorder=3 - back)[0] for back in behind]


def _frame(figure: Sheet) -> tuple[Axes, Axes]:
    """Return the square box with its teachers and its saddle, and the inset."""
    (ax,) = figure.panels(height=3.1)
    ticks = [-1, -0.5, 0, 0.5, 1]
    ax.set(xlim=_ENDS, ylim=_ENDS, aspect="equal", xticks=ticks, yticks=ticks)
    ax.set_xlabel(r"$M_{j1}/\sqrt{Q_{jj} P_{11}}$")
    ax.set_ylabel(r"$M_{j2}/\sqrt{Q_{jj} P_{22}}$")
    thin = 0.7 * mpl.rcParams["lines.linewidth"]
    for line in (ax.axhline, ax.axvline):
        line(0, color=_RED, linestyle="-.", linewidth=thin, zorder=1)
    edge: dict[str, Any] = {"edgecolor": "black", "linewidth": 0.6}
    for x, y in ((1, 0), (0, 1)):
        corner = (x - _SQUARE / 2, y - _SQUARE / 2)
        ax.add_patch(Rectangle(corner, _SQUARE, _SQUARE, facecolor=_RED, zorder=5, **edge))
    middle = (np.sqrt(0.5), np.sqrt(0.5))
    ax.add_patch(Circle(middle, _DISC, facecolor=_YELLOW, zorder=5, **edge))
    inset = risk_inset(ax, _INSET, (0.12, 0.42))
    inset.set(xlim=_TIMES, ylim=_RISKS)
    return ax, inset


def _clock(ax: Axes) -> Any:
    return ax.text(0.05, 0.95, "", transform=ax.transAxes, va="center")
