"""The paper's figure 2: paths of neurons in mean field and, in an inset, in the NTK."""

from collections.abc import Iterator
from typing import Literal

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.colors import PowerNorm, to_hex

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_NEURONS = 40
_FRAMES = 48
_SIDE = 0.36  # of the inset, at most, in units of the picture
_ROOM = 1.1  # beyond the paths, for the names of the directions
_MARGIN = 1.15  # of the frame that holds the NTK's neurons
_NAMES = plot.methods(
    "parameterisation", {"mean-field": ("network", "mean field"), "ntk": ("kernel", "NTK")}
)
_CORNERS = ((0, 0), (0, 1), (1, 0), (1, 1))  # left or right, bottom or top


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the paths of neurons in mean field, and those of the NTK in an inset."""
    (ax,) = figure.panels(width=4.4, height=3.6)
    largest = tables.runs("paths")
    _pictures(ax, largest[largest["seed"] == 0])


def animate(tables: Tables, figure: Sheet) -> Iterator[None]:
    """Let the steps pass: the same neurons in both parameterisations, on equal axes."""
    runs = tables.runs("paths")
    first = runs[runs["seed"] == 0].set_index("parameterisation")
    panels = figure.panels(1, 2, height=2.9)
    every = np.concatenate([_positions(row).reshape(-1, 2) for _, row in first.iterrows()])
    low, high = _ROOM * float(every.min()), _ROOM * float(every.max())
    drawn = []
    for ax, (name, title) in zip(panels, _NAMES.names.items(), strict=True):
        row, colour = first.loc[name], _NAMES.colours[name]
        path, times = _positions(row), np.asarray(row["times"], dtype=float)
        (trail,) = ax.plot([], [], color=colour, linewidth=0.4, alpha=0.6)
        (dots,) = ax.plot([], [], "o", color=colour, markeredgewidth=0)
        _directions(ax, 0.97 * high, named=True)
        ax.set(xlim=(low, high), ylim=(low, high), aspect="equal", title=title)
        ax.set(xlabel=r"$\langle w, \beta_1 \rangle$", ylabel=r"$\langle w, \beta_2 \rangle$")
        figure.record(ax, title, "run", x=path[-1, :, 0], y=path[-1, :, 1])
        drawn.append((path, times, trail, dots))
    size = mpl.rcParams["legend.fontsize"]
    step = panels[0].text(0.03, 0.03, "", transform=panels[0].transAxes, fontsize=size)
    last = float(first["steps"].max())
    for now in last * np.linspace(0, 1, _FRAMES) ** 2:  # most movement is early
        for path, times, trail, dots in drawn:
            until = int(np.searchsorted(times, now, side="right"))
            seen = path[:until]
            gaps = np.full((1, *path.shape[1:]), np.nan)
            trail.set_data(*np.concatenate([seen, gaps]).transpose(2, 1, 0).reshape(2, -1))
            dots.set_data(*seen[-1].T)
        step.set_text(f"step {now:.0f}")
        yield


def _pictures(ax: Axes, first: pd.DataFrame) -> None:
    mean_field, ntk = (
        first[first["parameterisation"] == name].iloc[0] for name in ("mean-field", "ntk")
    )
    lines = _paths(ax, mean_field, ends=False)
    ends = _positions(mean_field)[-1]
    negative = np.asarray(mean_field["second_layer"])[: len(ends)] < 0
    plot.sheet_of(ax).say(
        long=int(mean_field["steps"]),
        short=int(ntk["steps"]),
        neurons=len(ends),
        negative=int(negative.sum()),
        near=float(np.ceil(100 * np.hypot(*ends[negative].T).max(initial=0.0)) / 100),
    )
    _mark_ends(ax, ends[~negative], to_hex(lines.cmap(1.0)))
    ax.autoscale_view()
    frame = _MARGIN * float(np.abs(_positions(ntk)).max())
    low = min(ax.get_xlim()[0], ax.get_ylim()[0], -frame)
    high = _ROOM * max(ax.get_xlim()[1], ax.get_ylim()[1], frame)
    ax.set(xlim=(low, high), ylim=(low, high), aspect="equal", anchor="N")
    ax.annotate("start", (frame, -frame), (1, -1), textcoords="offset points", va="top")
    _directions(ax, 0.97 * high, named=True)
    ax.set(xlabel=r"$\langle w, \beta_1 \rangle$", ylabel=r"$\langle w, \beta_2 \rangle$")
    ax.set_title(f"Mean field, $d = {mean_field['d']:g}$")
    zoom, place = _free((_positions(mean_field) - low) / (high - low), 2 * frame / (high - low))
    inset = ax.inset_axes(place)
    _paths(inset, ntk, ends=True)
    _directions(inset, 0.9 * frame, named=False)
    inset.set(xlim=(-frame, frame), ylim=(-frame, frame), aspect="equal", xticks=[], yticks=[])
    for spine in inset.spines.values():
        spine.set_visible(True)
        spine.set_edgecolor(plot.GREY)
    size, name = mpl.rcParams["legend.fontsize"], f"NTK, enlarged {zoom} times"
    side: Literal["left", "right"] = "left" if place[0] < 0.5 else "right"
    inset.set_title(name, fontsize=size, loc=side)
    across = 0.0 if side == "left" else 1.0
    inset.annotate(
        "thick: $a_j > 0$, thin: $a_j < 0$",
        (across, 0),
        (0, -3),
        xycoords="axes fraction",
        textcoords="offset points",
        ha=side,
        va="top",
        fontsize=size,
        annotation_clip=False,
    )
    # Lines to the inset would cross the paths.
    ax.indicate_inset((-frame, -frame, 2 * frame, 2 * frame), edgecolor=plot.GREY, alpha=1.0)
    bar = plot.sheet_of(ax).colorbar(lines, cax=ax.inset_axes((1.03, 0, 0.04, 1)))
    bar.set_label("step, relative to the last")
    bar.outline.set_visible(False)  # type: ignore[operator]


def _free(path: np.ndarray, frame: float) -> tuple[int, tuple[float, float, float, float]]:
    """Return the largest zoom of a frame, and its corner, that hides the fewest recorded positions.

    Positions and sides are in units of the picture.
    """
    places = []
    for zoom in range(2, max(2, int(_SIDE / frame)) + 1):
        side = zoom * frame
        for right, top in _CORNERS:
            corner = np.array([0.98 - side if right else 0.02, 0.92 - side if top else 0.02])
            hidden = int(((path > corner) & (path < corner + side)).all(axis=-1).sum())
            places.append((hidden, -zoom, (float(corner[0]), float(corner[1]), side, side)))
    _, zoom, place = min(places)
    return -zoom, place


def _positions(row: pd.Series) -> np.ndarray:
    """Return the coordinates of the neurons shown, (times, neurons, 2)."""
    return np.asarray(row["path"]).reshape(len(row["times"]), -1, 2)[:, :_NEURONS]


def _mark_ends(ax: Axes, ends: np.ndarray, colour: str) -> None:
    """Draw the last positions as circles, and name the farthest."""
    sheet, size = plot.sheet_of(ax), mpl.rcParams["lines.markersize"]
    ax.scatter(ends[:, 0], ends[:, 1], s=0.4 * size**2, color=colour, linewidth=0, zorder=4)
    sheet.record(ax, "end", "run", x=ends[:, 0], y=ends[:, 1])
    sheet.name(plot.Entry(ax, "end", "simulation", colour))
    sheet.name(plot.Entry(ax, "start", "simulation", colour, hollow=True))
    farthest = ends[np.argmax(np.hypot(*ends.T))]
    ax.annotate("end", tuple(farthest), (4, 0), textcoords="offset points", va="center")


def _paths(ax: Axes, row: pd.Series, *, ends: bool) -> LineCollection:
    """Draw each neuron's path; those with a negative readout are thinner."""
    path = _positions(row)
    positive = np.asarray(row["second_layer"])[: path.shape[1]] > 0
    times = np.asarray(row["times"], dtype=float) / float(row["steps"])
    norm = PowerNorm(0.5, 0, 1)  # most movement is early
    return plot.paths(ax, path, times, norm, np.where(positive, 0.65, 0.3), ends=ends)


def _directions(ax: Axes, reach: float, *, named: bool) -> None:
    """Draw the directions of the target, which are the axes, as dashed lines."""
    for line in (ax.axhline, ax.axvline):
        line(0, color=plot.PREDICTION, linestyle="--", linewidth=0.8, zorder=1)
    if not named:
        return
    for name, at, shift, side, above in (
        (r"$\beta_1$", (reach, 0.0), (-2, 3), "right", "bottom"),
        (r"$\beta_2$", (0.0, reach), (4, -2), "left", "top"),
    ):
        ax.annotate(name, at, shift, textcoords="offset points", ha=side, va=above)
        plot.sheet_of(ax).record(ax, name, "theory", x=[0, at[0]], y=[0, at[1]])
