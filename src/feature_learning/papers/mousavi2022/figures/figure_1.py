"""The paper's figure 1: neurons in the plane before and after training."""

from typing import Any

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

# Puts the target on the diagonal; the distribution is invariant under rotations.
_TURN = np.array([[1, -1], [1, 1]]) / np.sqrt(2)
_RED, _BLUE = "#e00000", "#1f5fbf"
_ROOM = 1.05  # of the axes beyond the outermost neuron
_SUBSPACE = "principal subspace"


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the neurons of one run without biases, and the span of the target's direction."""
    (ax,) = figure.panels(height=3.0)
    runs = tables.runs("neurons", bias="none")
    first = runs[runs["seed"] == runs["seed"].min()].iloc[0]
    before = _TURN @ np.vstack([first["start_along"], first["start_across"]])
    after = _TURN @ np.vstack([first["along"], first["across"]])
    reach = _ROOM * float(np.abs([before, after]).max())
    for name, points, colour in (("initial", before, _RED), ("trained", after, _BLUE)):
        table = pd.DataFrame(points.T, columns=["x", "y"])
        label = f"{name} neurons"
        plot.runs(ax, table, "x", "y", label=label, colour=colour, alpha=1.0)
    _subspace(ax, reach)
    ax.set(xlabel="$w_1$", ylabel="$w_2$", xlim=(-reach, reach), ylim=(-reach, reach))
    ax.set_aspect("equal")
    figure.key(ax, "above", columns=2)


def _subspace(ax: Axes, reach: float) -> None:
    """Draw the span of the target's direction across the whole panel."""
    ends = np.array([-reach, reach])
    style: dict[str, Any] = {"color": "black", "linestyle": "--", "zorder": 3}
    ax.plot(ends, ends, linewidth=0.7 * mpl.rcParams["lines.linewidth"], **style)
    sheet = plot.sheet_of(ax)
    sheet.record(ax, _SUBSPACE, "theory", x=ends, y=ends)
    sheet.name(plot.Entry(ax, _SUBSPACE, "theory", "black", dashes="--"))
