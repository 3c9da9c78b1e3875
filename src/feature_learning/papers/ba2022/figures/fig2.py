"""Paths of neurons in two parameterisations."""

import matplotlib as mpl
import numpy as np
import pandas as pd
import seaborn as sns
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.colors import Colormap, PowerNorm

from feature_learning.core.tables import Tables
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.key import Entry
from feature_learning.plotting.lines import logarithmic
from feature_learning.plotting.marks import simulation
from feature_learning.plotting.palette import GREY, methods
from feature_learning.plotting.sheet import Sheet, sheet_of

_NAMES = methods(
    "parameterisation",
    {"mean-field": ("network", "mean field"), "ntk": ("variant", "NTK")},
)
_MEASURES = {
    "moved": ("neurons move far", r"$\|\Delta W\|/\|W_0\|$"),
    "share_gain": ("into the plane", "gain of share"),
    "risk": ("and generalise", "test risk"),
}
_NEURONS = 40
_FRAME = (-0.75, 0.75)  # of the inset
_INSET = (0.5, 0.4, 0.48, 0.48)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the paths of mean-field neurons, those of NTK neurons in an inset, and three measures of both."""
    target = figure.target
    figure.set_size_inches(target.page, 3.3 * target.type**0.5)
    grid = figure.add_gridspec(3, 2, width_ratios=[2.1, 1])
    paths = figure.add_subplot(grid[:, 0])
    runs = tables.runs("trajectories")
    first = runs[runs["seed"] == 0]
    _paths_of_both(paths, first)
    above = None
    for row, (column, (title, label)) in enumerate(_MEASURES.items()):
        ax = above = figure.add_subplot(grid[row, 1], sharex=above)
        _measure(ax, runs, column)
        ax.set_title(title)
        ax.set_ylabel(label)
        ax.tick_params(labelbottom=row == len(_MEASURES) - 1)


def _paths_of_both(ax: Axes, first: pd.DataFrame) -> None:
    ax.set_title("mean-field neurons turn to the teacher")
    lines = _paths(ax, _row(first, "mean-field"))
    ax.autoscale_view()
    low = min(ax.get_xlim()[0], ax.get_ylim()[0], *_FRAME)
    high = max(ax.get_xlim()[1], ax.get_ylim()[1], *_FRAME)
    ax.set(xlim=(low, high), ylim=(low, high), aspect="equal")
    _directions(ax, high, named=True)
    ax.set(xlabel="$w_1$", ylabel="$w_2$")
    inset = ax.inset_axes(_INSET)
    _paths(inset, _row(first, "ntk"))
    _directions(inset, _FRAME[1], named=False)
    inset.set(xlim=_FRAME, ylim=_FRAME, aspect="equal", xticks=[], yticks=[])
    for spine in inset.spines.values():
        spine.set_visible(True)
        spine.set_edgecolor(GREY)
    inset.set_title("NTK, enlarged", fontsize=mpl.rcParams["legend.fontsize"], loc="left")
    ax.indicate_inset_zoom(inset, edgecolor=GREY, alpha=1.0)
    bar = sheet_of(ax).colorbar(lines, ax=ax, pad=0.02, fraction=0.05, aspect=30, use_gridspec=False)
    bar.set_label("time / time of convergence")
    bar.outline.set_visible(False)  # type: ignore[operator]


def _row(runs: pd.DataFrame, name: str) -> pd.Series:
    return runs[runs["parameterisation"] == name].iloc[0]


def _paths(ax: Axes, row: pd.Series) -> LineCollection:
    """Draw each neuron's path, darker at earlier times, with dots at its ends."""
    times = np.asarray(row["times"], dtype=float)
    path = np.asarray(row["path"]).reshape(len(times), -1, 2)[:, :_NEURONS]
    segments = np.stack([path[:-1], path[1:]], axis=2).reshape(-1, 2, 2)
    scale, norm = _colours(), PowerNorm(0.5, 0, 1)  # most movement is early
    ages = np.repeat(times[:-1] / times[-1], path.shape[1])
    lines = LineCollection(list(segments), array=ages, cmap=scale, norm=norm)
    lines.set(linewidth=0.6 * mpl.rcParams["lines.linewidth"], zorder=2)
    ax.add_collection(lines)
    sheet = sheet_of(ax)
    for label, positions, at in (("start", path[0], 0.0), ("end", path[-1], 1.0)):
        colour = mpl.colors.to_hex(scale(at))
        ax.scatter(
            positions[:, 0], positions[:, 1], s=0.35 * mpl.rcParams["lines.markersize"] ** 2, color=colour, linewidth=0, zorder=3 + at
        )
        sheet.record(ax, label, "run", x=positions[:, 0], y=positions[:, 1])
        sheet.name(Entry(ax, label, "simulation", colour))
    return lines


def _directions(ax: Axes, reach: float, *, named: bool) -> None:
    """Draw the directions of the target as arrows."""
    style = {"arrowstyle": "-|>", "color": GREY, "shrinkA": 0, "shrinkB": 0}
    for name, direction, offset in ((r"$\beta_1$", (1, 0), (-2, 4)), (r"$\beta_2$", (0, 1), (-4, -2))):
        tip = (0.97 * reach * direction[0], 0.97 * reach * direction[1])
        ax.annotate("", tip, (0, 0), arrowprops=style, zorder=1)
        if named:
            above = ("top", "bottom")[direction[0]]
            label = ax.annotate(name, tip, offset, textcoords="offset points", ha="right", va=above)
            label.set_color("0.4")


def _measure(ax: Axes, runs: pd.DataFrame, column: str) -> None:
    at = {name: number for number, name in enumerate(_NAMES.names)}
    found = estimates(runs, column, ["parameterisation"], "log")
    simulation(ax, found.assign(at=found["parameterisation"].map(at)), "at", _NAMES)
    logarithmic(ax, "y")
    ax.set_xlim(-0.6, len(at) - 0.4)
    ax.set_xticks(list(at.values()), list(_NAMES.names.values()))
    ax.set_xlabel("parameterisation")


def _colours() -> Colormap:
    """Return dark to light, without the ends that vanish on paper."""
    return sns.blend_palette(sns.color_palette("mako", 10)[1:9], as_cmap=True)
