"""The notebook's two pictures: cosines of the gradients with both directions, at six steps."""

import math
from typing import Any

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Circle

from feature_learning import plotting as plot
from feature_learning.papers.dandi2023 import targets
from feature_learning.papers.dandi2023.panels import EDGES, marks
from feature_learning.papers.dandi2023.published import published_centres
from feature_learning.plotting import Sheet, Tables

_TARGETS = {
    "notebook-1": r"$\frac{1}{2}(4z_1 + z_1^2 + z_2)$",
    "notebook-2": r"$\frac{1}{2}(z_1 + z_1^2 + z_2 - z_2^2)$",
}
_SIGNS = {"plus": 1.0, "minus": -1.0}
_PARTS = ("first", "second")
_NEURONS = 1.0  # size of their markers
_THEIRS, _PREDICTED, _LINE = "notebook's mean", "predicted mean", r"$y = (\mu_2/\mu_1)\,x$"
_CROSS: dict[str, Any] = {"marker": "x", "linestyle": "none", "markeredgewidth": 0.5}
_RING: dict[str, Any] = {**_CROSS, "marker": "o", "markerfacecolor": "none"}
_CROSS_SIZE, _RING_SIZE = 1.5, 2.4  # in units of the style sheet's


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw one network's neurons at every step, with the predicted means and those that the
    notebook's pictures show.
    """
    panels = figure.panels(1, 2, height=2.75)
    d = tables.values("multi_step", "d")[0]
    times = tables.values("multi_step", "time")
    gaps = []
    for ax, (target, title) in zip(panels, _TARGETS.items(), strict=True):
        runs = tables.runs("multi_step", target=target, d=d)
        law = tables.theory("multi_step", target=target, d=d)
        _frame(ax, d, targets.line(targets.target(target, 2)))
        network = runs[runs["seed"] == runs["seed"].min()].set_index("time")
        for time in times:
            _neurons(ax, network.loc[time], time)
        _means(ax, law, _PREDICTED, "theory", _RING, _RING_SIZE)
        _means(ax, published_centres(target), _THEIRS, "paper", _CROSS, _CROSS_SIZE)
        gaps.append(_gap(runs, published_centres(target)))
        ax.set(title=title, xlabel=r"$\cos(G_i, w_1^*)$", ylabel=r"$\cos(G_i, w_2^*)$")
    _keys(panels, times)
    apart = pd.concat(gaps)
    figure.say(
        d=d,
        last=max(times),
        gap=apart.max(),
        typical=math.sqrt((apart**2).mean()),
        chance=1 / math.sqrt(d),
        width=len(tables.runs("multi_step", d=d)["first"].iloc[0]),
    )


def _frame(ax: Axes, d: int, along: np.ndarray) -> None:
    """Draw the unit circle, that of chance, 2/sqrt d, and the target's linear part."""
    ax.add_patch(Circle((0, 0), 1, fill=False, edgecolor="black", linewidth=0.6, zorder=1))
    blue: dict[str, Any] = {"edgecolor": "blue", "linewidth": 0.6, "zorder": 5}
    ax.add_patch(Circle((0, 0), 2 / math.sqrt(d), fill=False, **blue))
    ends = np.outer(along / np.abs(along).max(), [-1.0, 1.0])
    ax.plot(*ends, color="black", linewidth=0.7, zorder=1.5)
    ax.set_aspect("equal")
    ax.set(xlim=(-1, 1), ylim=(-1, 1))
    ax.set(xticks=np.arange(-1, 1.1, 0.5), yticks=np.arange(-1, 1.1, 0.25))
    ax.spines[["top", "right"]].set_visible(True)
    ax.grid(False)


def _neurons(ax: Axes, network: pd.Series, time: int) -> None:
    """Draw all neurons of a network; gradients of the second half, with readouts -1, point the
    other way.
    """
    first, second = (np.asarray(network[column]) for column in ("first", "second"))
    signs = np.repeat(list(_SIGNS.values()), len(first) // 2)
    x, y = signs * first, signs * second
    ax.plot(x, y, zorder=3, **marks(time, size=_NEURONS))
    plot.sheet_of(ax).record(ax, _name(time), "run", x=x, y=y)


def _means(
    ax: Axes, means: pd.DataFrame, name: str, role: str, look: dict[str, Any], size: float
) -> None:
    """Draw means of each sign as one thin mark for each step, in its colour."""
    size *= mpl.rcParams["lines.markersize"]
    for _, row in means.iterrows():
        x, y = ([side * row[f"{sign}_{part}"] for sign, side in _SIGNS.items()] for part in _PARTS)
        colour = EDGES[int(row["time"])]
        ax.plot(x, y, color=colour, markeredgecolor=colour, markersize=size, zorder=4, **look)
        plot.sheet_of(ax).record(ax, name, role, x=x, y=y)


def _keys(panels: list[Axes], times: list[int]) -> None:
    """Name the steps below the panels, as the original does, and the marks in the first panel."""
    first = panels[0]
    size = mpl.rcParams["lines.markersize"]
    grey: dict[str, Any] = {"color": "0.2", "markeredgecolor": "0.2"}
    handles = [
        Line2D([], [], color="black", linewidth=0.7),
        Line2D([], [], markersize=_RING_SIZE * size, **{**grey, **_RING}),
        Line2D([], [], markersize=_CROSS_SIZE * size, **{**grey, **_CROSS}),
    ]
    names = [_LINE, _PREDICTED, _THEIRS]
    small = plot.sheet_of(first).target.smallest
    first.legend(handles, names, loc="lower center", bbox_to_anchor=(0.5, 0.08), fontsize=small)
    steps = [Line2D([], [], **marks(time, size=_NEURONS)) for time in times]
    place: dict[str, Any] = {"loc": "outside lower center", "ncols": len(times)}
    plot.sheet_of(first).legend(steps, [_name(time) for time in times], **place)


def _name(time: int) -> str:
    return f"$T = {time}$"


def _gap(runs: pd.DataFrame, centres: pd.DataFrame) -> pd.Series:
    """Return how far our mean of each sign and step is from the notebook's."""
    ours = runs.groupby("time")[list(centres.columns[1:])].mean()
    gap = (ours - centres.set_index("time")).dropna()
    return pd.concat(
        [np.hypot(gap[f"{sign}_first"], gap[f"{sign}_second"]) for sign in _SIGNS]
    ).reset_index(drop=True)
