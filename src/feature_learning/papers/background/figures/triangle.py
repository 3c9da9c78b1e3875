"""Three limits in which online SGD becomes a differential equation, with a run in each."""

from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.patches import Circle
from matplotlib.ticker import NullFormatter

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import by_run

_WIDTH, _BOTTOM, _HEIGHT = 10.0, -0.3, 7.0  # of the drawing, in its units
_EDGE, _NEURON = "0.35", 0.11
_INSET = (1.85, 1.5)  # the size of a corner's risk
_APART = 0.95  # between the layers of a network


class Corner(NamedTuple):
    """A limit: its name, where its network stands, and how many inputs and neurons it has."""

    name: str
    limit: str
    at: tuple[float, float]
    inputs: int
    neurons: int


_CORNERS = {
    "classical": Corner("classical", r"$\gamma \to 0^+$", (3.0, 5.3), 3, 3),
    "mean-field": Corner("mean field", r"$p \to \infty$", (0.0, 1.2), 3, 7),
    "high": Corner("high-dimensional", r"$d \to \infty$", (5.7, 1.2), 7, 3),
}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the triangle, and at each corner a network and the risk of a run on its equation."""
    (ax,) = figure.panels(width=0.8 * figure.target.page, height=2.9)
    ax.set(xlim=(0, _WIDTH), ylim=(_BOTTOM, _HEIGHT), aspect="equal")
    ax.set_axis_off()
    gaps = {}
    for key, runs in _runs(tables).items():
        corner = _CORNERS[key]
        _network(ax, corner)
        gaps[key.replace("-", "_")] = _risk(ax, corner, runs)
    for ends in (((3.9, 2.3), (4.2, 2.95)), ((6.1, 7.7), (4.2, 2.95)), ((2.6, 7.4), (-0.2, -0.2))):
        ax.plot(*ends, color=_EDGE, linewidth=0.8)
    ax.text(_WIDTH / 2, 3.2, r"$\frac{\gamma}{d\,p} \to 0^+$", ha="center", va="center", size=11)
    largest = tables.values("soft_committee", "dimension")[-1]
    figure.say(**gaps, d=largest)


def _runs(tables: Tables) -> dict[str, pd.DataFrame]:
    """Return the time, risk and prediction of one run for each limit."""
    classical = by_run(tables.runs("classic_limit"))
    classical = classical[classical["noise"] == classical["noise"].min()]
    high = by_run(tables.runs("soft_committee"))
    high = high[high["dimension"] == high["dimension"].max()].rename(columns={"alpha": "t"})
    law = tables.theory("square_histogram").rename(columns={"risk": "ode_risk"})
    wide = by_run(tables.runs("square_histogram")).merge(law[["t", "ode_risk"]], on="t")
    found = {"classical": classical, "mean-field": wide, "high": high}
    return {
        key: runs[(runs["seed"] == runs["seed"].min()) & (runs["t"] > 0)].sort_values("t")
        for key, runs in found.items()
    }


def _network(ax: Axes, corner: Corner) -> None:
    """Draw inputs, hidden neurons and the output, with all connections."""
    left, middle = corner.at
    layers = []
    for number, count in enumerate((corner.inputs, corner.neurons, 1)):
        heights = middle + 0.28 * (np.arange(count) - (count - 1) / 2)
        layers.append([(left + 0.2 + number * _APART, float(y)) for y in heights])
    for before, after in (layers[:2], layers[1:]):
        for x, y in before:
            for right, end in after:
                ax.plot([x, right], [y, end], color="0.75", linewidth=0.4, zorder=1)
    for layer, colour in zip(layers, ("white", plot.BLUE, "white"), strict=True):
        for place in layer:
            look: dict[str, Any] = {"facecolor": colour, "edgecolor": _EDGE, "linewidth": 0.6}
            ax.add_patch(Circle(place, _NEURON, zorder=2, **look))


def _risk(ax: Axes, corner: Corner, runs: pd.DataFrame) -> float:
    """Draw the risk of a run over its equation in an inset, with the limit's name above, and return
    how far both are apart at most.
    """
    left, middle = corner.at
    place = (left + 2 * _APART + 1.0, middle - _INSET[1] / 2, *_INSET)
    inset = ax.inset_axes(place, transform=ax.transData)
    inset.plot(runs["t"], runs["ode_risk"], color=plot.PREDICTION, linewidth=0.8, zorder=2.5)
    inset.plot(runs["t"], runs["risk"], "o", color=plot.BLUE, markersize=2, markeredgewidth=0)
    sheet = plot.sheet_of(ax)
    sheet.record(inset, "theory", "theory", x=runs["t"], y=runs["ode_risk"], of=corner.name)
    sheet.record(inset, "simulation", "run", x=runs["t"], y=runs["risk"], of=corner.name)
    plot.logarithmic(inset)
    for axis in (inset.xaxis, inset.yaxis):
        axis.set_major_formatter(NullFormatter())
        axis.label.set(fontsize=sheet.target.smallest, color="0.35")
    inset.set(xlabel="time", ylabel="risk")
    inset.grid(False)
    name = f"{corner.name}, {corner.limit}"
    ax.annotate(name, (left, middle + 1.4), va="center", fontweight="bold")
    return float((runs["risk"] / runs["ode_risk"] - 1).abs().max())
