"""Neurons in the plane before and after training."""

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.plotting.overlay import REFERENCE, letter, theory
from feature_learning.plotting.sheet import Sheet

_TURN = np.array([[1, -1], [1, 1]]) / np.sqrt(2)  # puts the target's direction on the diagonal; the law is invariant under rotations
_BEFORE, _AFTER = "#D55E00", "#0072B2"


def _turned(along: np.ndarray, across: np.ndarray) -> np.ndarray:
    return _TURN @ np.vstack([along, across])


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw one run: the plane, and the final component against the readout without and with biases."""
    plane, line, cloud = axes = figure.panels(1, 3, height=2.6)
    runs = tables.runs("neurons")
    first = runs[runs["seed"] == runs["seed"].min()].set_index("bias")
    row = first.loc["none"]
    plane.set_title("in the plane")
    reach = 2.4
    plane.plot([-reach, reach], [-reach, reach], linestyle="--", label="span(u)", **REFERENCE)
    places = {"before": (row["start_along"], row["start_across"]), "after": (row["along"], row["across"])}
    for (name, place), color in zip(places.items(), (_BEFORE, _AFTER), strict=True):
        x, y = _turned(*map(np.asarray, place))
        plane.plot(x, y, ".", color=color, markersize=3, label=name)
        figure.record(plane, name, "simulation", x=x, y=y)
    predicted = np.asarray(row["predicted"])
    x, y = _turned(predicted, np.zeros(len(predicted)))
    plane.plot(x, y, "o", color="black", markerfacecolor="none", markersize=6, markeredgewidth=0.3, zorder=1.5, label="predicted")
    figure.record(plane, "predicted", "theory", x=x, y=y)
    plane.set_aspect("equal")
    plane.set_xlim(-reach, reach)
    plane.set_ylim(-reach, reach + 1.6)
    plane.set_xlabel("$w_1$")
    plane.set_ylabel("$w_2$")
    plane.legend(loc="upper left", handletextpad=0.3, ncols=2, columnspacing=0.8)

    for ax, bias, title in ((line, "none", "no biases"), (cloud, "uniform", "biases on [-1, 1]")):
        row = first.loc[bias]
        readout = np.asarray(row["readout"])
        ax.set_title(title)
        ax.plot(readout, np.asarray(row["along"]), ".", color=_AFTER, markersize=4, label="after")
        figure.record(ax, "after", "simulation", x=readout, y=np.asarray(row["along"]))
        if bias == "none":
            ends = np.array([-1.0, 1.0])
            theory(ax, pd.DataFrame({"x": ends, "y": row["omega"] * ends}), "x", "y", label=r"$\omega\bar a_j$")
        else:
            found = np.asarray(row["predicted"])
            ax.plot(readout, found, "o", color="black", markerfacecolor="none", markersize=5, markeredgewidth=0.5, label="flow")
            figure.record(ax, "flow", "theory", x=readout, y=found)
        ax.set_xlabel(r"$\bar a_j$")
        ax.set_ylabel(r"$\langle w_j, u\rangle$")
        ax.legend(loc="upper left")
    letter(axes)
