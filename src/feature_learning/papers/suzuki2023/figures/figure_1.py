"""The paper's figure 1: test accuracy over dimension and sample size, with a line n ~ d."""

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.collections import QuadMesh
from matplotlib.colors import Normalize

from feature_learning import plotting as plot
from feature_learning.papers.suzuki2023 import quantities as q
from feature_learning.papers.suzuki2023.runs import LEVEL, longest
from feature_learning.plotting import Sheet, Tables

_ACCURACY = "test accuracy"
_LIMITS = (0.5, 1.0)
_RED = "#e00000"
_SMALL = 24  # the largest dimension of the inset
_HIGH = 1.5  # where the inset ends, in units of the line at its last dimension
_INSET = (0.12, 0.46, 0.28, 0.3)  # its place, where nothing is run


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the map on linear axes with the line through accuracy 0.8, and its corner enlarged."""
    (ax,) = figure.panels(width=4.3, height=3.4)
    means = plot.estimates(longest(tables, "heatmap"), "accuracy", ["d", "n"], "linear")
    seen = means.assign(estimate=means["estimate"].clip(*_LIMITS))
    mesh = plot.heat(ax, seen, "d", "n", label=_ACCURACY, limits=_LIMITS).mappable
    assert isinstance(mesh, QuadMesh)
    ends = [float(axis.max()) for axis in (means["d"], means["n"])]
    ax.set(xlim=(float(means["d"].min()), ends[0]), ylim=(float(means["n"].min()), ends[1]))
    ax.set(xlabel="dimension $d$", ylabel="samples $n$")
    (constant,) = q.line(tables).table()["estimate"]
    name = rf"$n \sim d$ (${constant:.1f}\,d$)"
    _corner(ax, mesh, means, constant)
    _line(ax, ends[0], constant)
    plot.sheet_of(ax).record(ax, name, "guide", x=[0.0, ends[0]], y=[0.0, constant * ends[0]])
    plot.sheet_of(ax).name(plot.Entry(ax, name, "theory", _RED))
    figure.key(ax, "upper left")
    _say(tables, figure, means)


def _line(ax: Axes, last: float, ratio: float) -> None:
    """Draw a multiple of d from the origin."""
    width = mpl.rcParams["lines.linewidth"]
    ax.plot([0.0, last], [0.0, ratio * last], color=_RED, linewidth=width, zorder=3)


def _corner(ax: Axes, mesh: QuadMesh, means: pd.DataFrame, constant: float) -> None:
    """Enlarge the corner of small dimensions, where the cells of the map are small."""
    small = means[means["d"] <= _SMALL]
    if small["d"].nunique() < 2:
        return
    inset, size = ax.inset_axes(_INSET), mpl.rcParams["legend.fontsize"]
    corners, look = np.asarray(mesh.get_coordinates()), Normalize(*_LIMITS)
    values = np.asarray(mesh.get_array())
    inset.pcolormesh(
        corners[..., 0], corners[..., 1], values, cmap=mesh.cmap, norm=look, rasterized=True
    )
    last = float(small["d"].max())
    _line(inset, last, constant)
    high = min(float(small["n"].max()), _HIGH * constant * last)
    left, low = float(small["d"].min()), float(small["n"].min())
    inset.set(xlim=(left, last), ylim=(low, high))
    inset.set_title("the corner, enlarged", fontsize=size)
    inset.grid(False)
    # Lines to the inset would cross its labels.
    ax.indicate_inset((left, low, last - left, high - low), edgecolor="0.3", alpha=1.0)


def _say(tables: Tables, figure: Sheet, means: pd.DataFrame) -> None:
    """Say what is at the edge of the map, and what more neurons change."""
    last = means.sort_values("n").groupby("d").tail(1)
    wide = tables.runs("wide").groupby(["d", "n"])["accuracy"].mean()
    same = means.set_index(["d", "n"])["estimate"].reindex(wide.index)
    figure.say(
        level=LEVEL,
        trials=int(means["seeds"].max()),
        horizon=tables.values("heatmap", "horizon")[-1],
        first=int(means["d"].min()),
        largest=int(means["d"].max()),
        most=float(tables.value("heatmap", "most")),
        edge=float(last[last["n"] < means["n"].max()]["estimate"].min()),
        neurons=int(tables.value("wide", "width")),
        cells=len(wide),
        least_wide=float((wide - same).min()),
        most_wide=float((wide - same).max()),
    )
