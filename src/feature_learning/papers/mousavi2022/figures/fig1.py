"""Neurons in the plane before and after training."""

from typing import Any

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

# Puts the target on the diagonal; the law is invariant under rotations.
_TURN = np.array([[1, -1], [1, 1]]) / np.sqrt(2)
_BEFORE, _AFTER = plot.VERMILLION, plot.METHODS["network"]


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw one run: the plane, and the final component against the readout without and with
    biases.
    """
    plane, line, cloud = figure.hero(2, share=0.56, height=3.7)
    runs = tables.runs("neurons")
    first = runs[runs["seed"] == runs["seed"].min()]
    none, uniform = (first[first["bias"] == bias].iloc[0] for bias in ("none", "uniform"))
    _plane(plane, none)

    ends = np.array([-1.0, 1.0])
    predicted = pd.DataFrame({"readout": ends, "along": none["omega"] * ends})
    plot.theory(
        line, predicted, "readout", "along", label=r"predicted $\omega \bar a_j$", thin=True
    )
    after = pd.DataFrame({"readout": none["readout"], "along": none["along"]})
    plot.runs(line, after, "readout", "along", label="simulation", colour=_AFTER)
    line.set(title="Without biases", xlabel=r"readout $\bar a_j$")

    after = pd.DataFrame({"flow": uniform["predicted"], "along": uniform["along"]})
    reach = np.array([after["flow"].min(), after["flow"].max()])
    _line(cloud, reach, "equal")
    plot.runs(cloud, after, "flow", "along", label="simulation", colour=_AFTER)
    _dead(cloud, after)
    cloud.set(title="With biases", xlabel="predicted by the flow")
    line.set_ylabel(r"$\langle w_j, u\rangle$")
    cloud.set_ylabel(r"$\langle w_j, u\rangle$ at the end")


def _plane(ax: Axes, row: pd.Series) -> None:
    before = _TURN @ np.vstack([row["start_along"], row["start_across"]])
    after = _TURN @ np.vstack([row["along"], row["across"]])
    reach = 1.05 * float(np.abs(before).max())
    _line(ax, np.array([-reach, reach]), "span of $u$", dashed=True)
    paths = LineCollection(list(np.stack([before.T, after.T], axis=1)), colors=plot.GREY)
    paths.set(linewidth=0.2 * mpl.rcParams["lines.linewidth"], zorder=1.6)
    ax.add_collection(paths)
    for name, points, colour in (("before", before, _BEFORE), ("after", after, _AFTER)):
        table = pd.DataFrame(points.T, columns=["x", "y"])
        plot.runs(ax, table, "x", "y", label=f"{name} training", colour=colour)
    ax.set(title="Every tenth neuron, $d = 2$", xlabel="$w_1$", ylabel="$w_2$", aspect="equal")
    ax.set(xlim=(-reach, reach), ylim=(-reach, reach))
    ax.set_anchor("N")
    size = mpl.rcParams["legend.fontsize"]
    corner = {"transform": ax.transAxes, "fontsize": size}
    ax.text(0.02, 0.98, "before training", color=plot.written(_BEFORE), va="top", **corner)
    ax.text(0.02, 0.92, "after training", color=plot.written(_AFTER), va="top", **corner)


def _dead(ax: Axes, ends: pd.DataFrame) -> None:
    """Say how many neurons have died, in the flow as well and of those that live in it."""
    reach = float(ends["flow"].abs().max())
    died = ends[(ends["along"].abs() < 0.01 * reach) & (ends["flow"].abs() > 0.05 * reach)]
    expected = int((ends.abs() < 0.01 * reach).all(axis=1).sum())
    plot.sheet_of(ax).say(died=expected + len(died), expected=expected, neurons=len(ends))
    place: dict[str, Any] = {"textcoords": "offset points", "color": plot.written(_AFTER)}
    place |= {"fontsize": mpl.rcParams["legend.fontsize"]}
    if expected:
        ax.annotate(f"{expected} die, as predicted", (0, 0), (5, -2), va="top", **place)
    if len(died):
        at = (float(died["flow"].mean()), 0.0)
        ax.annotate(f"{len(died)} more die", at, (0, 4), ha="center", va="bottom", **place)


def _line(ax: Axes, ends: np.ndarray, name: str, *, dashed: bool = False) -> None:
    """Draw the diagonal, named to the left of its upper end."""
    style, thin = "--" if dashed else "-", 0.5 * mpl.rcParams["lines.linewidth"]
    ax.plot(ends, ends, color=plot.GREY, linestyle=style, linewidth=thin, zorder=1.5)
    place = float(ends[0] + 0.94 * (ends[1] - ends[0]))
    gap = (-6 * plot.sheet_of(ax).target.type, 0)
    label = ax.annotate(
        name, (place, place), gap, textcoords="offset points", ha="right", va="center"
    )
    label.set(color="0.4", fontsize=mpl.rcParams["legend.fontsize"])
