"""Paths of neurons in two parameterisations."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.collections import PathCollection
from matplotlib.patches import Rectangle
from matplotlib.path import Path

from feature_learning.core.tables import Tables
from feature_learning.plotting.overlay import REFERENCE, letter, simulation
from feature_learning.plotting.sheet import Sheet

_NAMES = {"mean-field": "mean field", "ntk": "NTK"}
_MEASURES = {"moved": "move-\nment", "share_gain": "share\nin plane", "risk": "test\nrisk"}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the paths for each parameterisation, and three measures of both."""
    axes = figure.panels(1, 3, height=2.5)
    runs = tables.runs("trajectories")
    first = runs[runs["seed"] == 0]
    reaches = {}
    for ax, (name, title) in zip(axes, _NAMES.items(), strict=False):
        row = first[first["parameterisation"] == name].iloc[0]
        reaches[name] = 1.05 * float(np.abs(np.asarray(row["path"])).max())
        ax.set_title(title)
        _paths(ax, row, reaches[name])
    # The frame of the second panel, drawn in the first, shows how far its neurons get on the same scale.
    half = reaches["ntk"]
    axes[0].add_patch(
        Rectangle((-half, -half), 2 * half, 2 * half, fill=False, edgecolor="#D55E00", linewidth=1.0, zorder=4, label="frame of b")
    )
    axes[0].legend(loc="lower left")
    axes[1].set_title("NTK (enlarged)")
    axes[0].set_ylabel("$w_2$")

    ax = axes[2]
    ax.set_title("what changed")
    for series, (name, label) in enumerate(_NAMES.items()):
        own = runs[runs["parameterisation"] == name]
        measured = pd.concat(
            own[["seed", column]].rename(columns={column: "value"}).assign(at=number + 0.1 * (2 * series - 1))
            for number, column in enumerate(_MEASURES)
        )
        simulation(ax, measured, "at", "value", label=label, series=series)
    ax.set_xticks(range(len(_MEASURES)), list(_MEASURES.values()), fontsize="small")
    ax.set_xlim(-0.5, len(_MEASURES) - 0.5)
    ax.set_yscale("log")
    ax.legend(loc="lower left")
    letter(axes)


def _paths(ax: Axes, row: pd.Series, reach: float) -> None:
    """Draw each neuron's path, darker at earlier times, with a dot at its end."""
    times = len(row["times"])
    path = np.asarray(row["path"]).reshape(times, -1, 2)
    segments = np.stack([path[:-1], path[1:]], axis=2).reshape(times - 1, -1, 2)
    # Each time step is one path with all neurons. Colours follow the square root of time, since most movement is early.
    moves = [Path(ends, np.tile([Path.MOVETO, Path.LINETO], path.shape[1])) for ends in segments]
    ages = np.sqrt(np.arange(times - 1) / max(times - 1, 1))
    ax.add_collection(PathCollection(moves, array=ages, cmap="viridis", facecolors="none", linewidths=0.5, zorder=2))
    ax.plot(*path[-1].T, linestyle="none", marker=".", markersize=2, color="#FDE725", markeredgecolor="0.3", markeredgewidth=0.2, zorder=3)
    ax.axhline(0, linestyle="--", **{**REFERENCE, "color": "black"})
    ax.axvline(0, linestyle="--", **{**REFERENCE, "color": "black"})
    ax.set_xlim(-reach, reach)
    ax.set_ylim(-reach, reach)
    ax.set_aspect("equal")
    ax.set_xlabel("$w_1$")
    figure = ax.figure
    assert isinstance(figure, Sheet)
    for label, positions in (("start", path[0]), ("end", path[-1])):
        figure.record(ax, label, "simulation", x=positions[:, 0], y=positions[:, 1])
