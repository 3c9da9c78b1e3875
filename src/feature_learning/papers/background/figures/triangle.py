"""Three limits in which online SGD becomes a differential equation: a sketch."""

from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.patches import Circle, Rectangle

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import by_run

_WIDTH, _BOTTOM, _TOP = 10.0, -1.95, 7.1  # of the drawing, in its units
_EDGE, _NEURON = "0.35", 0.12
_BESIDE, _ABOVE = 0.85, 0.3  # between the layers of a network, and between its neurons
_ROOM = 0.2  # around a network, where the sides of the triangle end
_NAME = 0.42  # from a network to its name


class Corner(NamedTuple):
    """A limit: its name, where its network stands, and how many inputs and neurons it has."""

    name: str
    limit: str
    at: tuple[float, float]
    inputs: int
    neurons: int


_CORNERS = {
    "classical": Corner("classical", r"$\gamma \to 0^+$", (5.0, 5.95), 3, 3),
    "mean-field": Corner("mean field", r"$p \to \infty$", (1.6, 0.0), 3, 8),
    "high": Corner("high-dimensional", r"$d \to \infty$", (8.4, 0.0), 8, 3),
}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the triangle with a network at each corner, and the limit that its sides join."""
    (ax,) = figure.panels(width=0.7 * figure.target.page, height=3.2)
    ax.set(xlim=(0, _WIDTH), ylim=(_BOTTOM, _TOP), aspect="equal")
    ax.set_axis_off()
    for one, other in combinations(_CORNERS.values(), 2):
        ax.plot(*zip(one.at, other.at, strict=True), color=_EDGE, linewidth=1.0, zorder=1)
    for corner in _CORNERS.values():
        _network(ax, corner)
    ax.text(_WIDTH / 2, 2.2, r"$\frac{\gamma}{d\,p} \to 0^+$", ha="center", va="center", size=13)
    gaps = {key.replace("-", "_"): _apart(runs) for key, runs in _runs(tables).items()}
    figure.say(**gaps, d=tables.values("soft_committee", "dimension")[-1])


def _network(ax: Axes, corner: Corner) -> None:
    """Draw inputs, hidden neurons and the output, with all connections, and the limit's name."""
    middle, height = corner.at
    layers = []
    for number, count in enumerate((corner.inputs, corner.neurons, 1)):
        heights = height + _ABOVE * (np.arange(count) - (count - 1) / 2)
        layers.append([(middle + (number - 1) * _BESIDE, float(y)) for y in heights])
    wide = _BESIDE + _NEURON + _ROOM
    high = _ABOVE * (max(corner.inputs, corner.neurons) - 1) / 2 + _NEURON + _ROOM
    ground: dict[str, Any] = {"facecolor": "white", "edgecolor": "none", "zorder": 1.5}
    ax.add_patch(Rectangle((middle - wide, height - high), 2 * wide, 2 * high, **ground))
    for before, after in (layers[:2], layers[1:]):
        for x, y in before:
            for right, end in after:
                ax.plot([x, right], [y, end], color="0.7", linewidth=0.4, zorder=1.8)
    for layer, colour in zip(layers, ("white", plot.BLUE, "white"), strict=True):
        for place in layer:
            look: dict[str, Any] = {"facecolor": colour, "edgecolor": _EDGE, "linewidth": 0.6}
            ax.add_patch(Circle(place, _NEURON, zorder=2, **look))
    side = 1 if height > 0 else -1
    name = f"{corner.name}, {corner.limit}"
    place = (middle, height + side * (high + _NAME - _ROOM))
    ax.annotate(name, place, ha="center", va="center", fontweight="bold")


def _runs(tables: Tables) -> dict[str, pd.DataFrame]:
    """Return the risk and the prediction of one run for each limit."""
    classical = by_run(tables.runs("classic_limit"))
    classical = classical[classical["noise"] == classical["noise"].min()]
    high = by_run(tables.runs("soft_committee"))
    high = high[high["dimension"] == high["dimension"].max()].rename(columns={"alpha": "t"})
    law = tables.theory("square_histogram").rename(columns={"risk": "ode_risk"})
    wide = by_run(tables.runs("square_histogram")).merge(law[["t", "ode_risk"]], on="t")
    found = {"classical": classical, "mean-field": wide, "high": high}
    return {
        key: runs[(runs["seed"] == runs["seed"].min()) & (runs["t"] > 0)]
        for key, runs in found.items()
    }


def _apart(runs: pd.DataFrame) -> float:
    """Return how far the risk is from its equation at most, relative to it."""
    return float((runs["risk"] / runs["ode_risk"] - 1).abs().max())
