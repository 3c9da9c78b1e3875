"""Colours of the batches, panels of gains, ranges of alpha."""

import math
from collections.abc import Sequence

import matplotlib as mpl
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.moniri2023.model import HIGHEST
from feature_learning.plotting import Sheet, Tables

ALPHA = r"$\alpha = \log\eta\,/\log n$"
BATCHES = plot.methods(
    "batch", {"same": ("variant", "one batch"), "fresh": ("network", "fresh batch")}
)

_EDGES = (1 / 4, 1 / 3, 3 / 8, 3 / 7)
_NAMES = (r"$\ell=1$", "$2$", "$3$", r"$4$-$6$")
_FIRST = (1, 2, 3, 4, 7)  # numbers of spikes with which the ranges begin
_RANGES = tuple(((k - 1) / (2 * k), k / (2 * k + 2)) for k in range(1, HIGHEST + 1))


def say_sizes(figure: Sheet, tables: Tables, experiment: str) -> None:
    """Say the n, d and width of an experiment."""
    figure.say(**{name: tables.value(experiment, name) for name in ("n", "d", "width")})


def gain_panel(
    ax: Axes, tables: Tables, task: int, value: str, *, ranges: int = 5, most: int = 6
) -> None:
    """Draw a gain of the talk's network against alpha on both batches, its theory, and the
    theorem's level of each range, up to so many spikes.
    """
    runs, curves = (read("one_step", task=task) for read in (tables.runs, tables.theory))
    plot.theory(ax, curves, "alpha", value, BATCHES)
    plot.simulation(ax, plot.estimates(runs, value, ["batch", "alpha"]), "alpha", BATCHES)
    step_regimes(ax, ranges)
    if f"level_{value}" in curves:
        theorem_steps(ax, curves[curves["batch"] == "fresh"], f"level_{value}", most)


def theorem_steps(ax: Axes, curves: pd.DataFrame, column: str, most: int) -> None:
    """Draw the theorem's level of each range of alpha, over this range."""
    x, y = [], []
    for low, high in _RANGES[:most]:
        inside = curves[(curves["alpha"] > low) & (curves["alpha"] < high)][column].dropna()
        if len(inside):
            x += [low, high, high]
            y += [float(inside.iloc[0])] * 2 + [math.nan]  # no riser between the levels
    plot.guide(ax, x[:-1], y[:-1], "theorem", at=None)


def theorem_stairs(curves: pd.DataFrame, start: float, changes: pd.Series) -> pd.DataFrame:
    """Return the corners of a quantity's stairs, ``alpha`` and ``y``, from its start at alpha = 0:
    its change in each range of alpha, from curves against alpha that go through these ranges.
    """
    corners = [(0.0, start)]
    for low, high in _RANGES:
        inside = changes[(curves["alpha"] > low) & (curves["alpha"] < high)].dropna()
        if len(inside):
            corners += [(at, start + float(inside.iloc[0])) for at in (low, high)]
    return pd.DataFrame(corners, columns=["alpha", "y"])


def step_regimes(ax: Axes, ranges: int = 5) -> None:
    """Shade so many of the theorem's ranges of alpha, the last without an end, name them by their
    number of spikes, and label the axis.
    """
    last = rf"$\geq {_FIRST[ranges - 1]}$"
    plot.regimes(ax, _EDGES[: ranges - 1], (*_NAMES[: ranges - 1], last))
    ax.set_xlabel(ALPHA)


def same_axis(axes: Sequence[Axes], which: str) -> None:
    """Give panels of one quantity one range of their x or y axis."""
    ends = [end for ax in axes for end in (ax.get_xlim() if which == "x" else ax.get_ylim())]
    for ax in axes:
        ax.set(**{f"{which}lim": (min(ends), max(ends))})


def name_at(
    ax: Axes, text: str, colour: str, at: tuple[float, float], shift: tuple[float, float]
) -> None:
    """Write a curve's name at one of its points, so many printer's points to its right and above;
    the layout leaves alone what is named so.
    """
    ax.annotate(
        text,
        at,
        shift,
        textcoords="offset points",
        color=plot.written(colour),
        ha="right" if shift[0] < 0 else "left",
        va="top" if shift[1] < 0 else "bottom",
        fontsize=mpl.rcParams["legend.fontsize"],
    )
