"""The authors' summary of one step: leap against batch, with measured cosines along the stairs."""

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle

from feature_learning import plotting as plot
from feature_learning.papers.dandi2023.panels import arrow, sphere
from feature_learning.papers.dandi2023.quantities.transition import controlled
from feature_learning.plotting import Sheet, Tables

_LEFT, _RIGHT = 0.3, 5.0  # log n/log d, up to 3
_TOP = 4  # rows: leaps 1, 2 and 3, and the last one
_NONE, _LINEAR, _MANY = "#e0503f", "#f2b04a", "#5fb33c"  # the fields, as in the original
_ARROWS = {  # of the spheres, by the height of their centre
    1.0: {(-0.27, 0.93): "#b5332b"},
    3.4: {(-0.27, 0.93): "#b5332b", (0.92, 0.34): "#2222cc", (-0.4, -0.86): "#4b8a2c"},
}
_SPHERE = (0.64, 1.0)  # width and height, in units of the axes
_LOW = 0.36  # of the dots, below the middle of their row
_SIZE = 3.6  # of the dots, in points


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the fields of the original, and dots whose grey is the squared cosine of the first
    gradient.
    """
    (ax,) = figure.panels(width=0.86 * figure.target.page, height=2.9)
    _fields(ax)
    _axes(ax)
    _words(ax)
    runs = _largest(controlled(tables))
    found = plot.estimates(runs, "controlled", ["leap", "x"])
    _dots(ax, found)
    for height, arrows in _ARROWS.items():
        inset = ax.inset_axes((_RIGHT + 0.06, height - 0.5, *_SPHERE), transform=ax.transData)
        sphere(inset)
        for end, colour in arrows.items():
            arrow(inset, end, colour, width=1.2)
    of_ratio = runs.groupby(["ratio", "leap"])["controlled"].mean().unstack()
    said = {name: of_ratio.loc[at] for name, at in _places(runs["ratio"]).items()}
    figure.say(
        sizes=", ".join(str(d) for d in runs.groupby("leap")["d"].first()),
        few=plot.number(1 / runs["ratio"].min()),
        many=plot.number(runs["ratio"].max()),
        **{name: f"{means.min():.2f} to {means.max():.2f}" for name, means in said.items()},
    )


def _largest(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of the largest dimension of each leap, with ``x``, log n/log d."""
    own = frame[frame["d"] == frame.groupby("leap")["d"].transform("max")]
    return own.assign(x=own["leap"] + np.log(own["ratio"]) / np.log(own["d"]))


def _places(ratios: pd.Series) -> dict[str, float]:
    return {"least": ratios.min(), "at": 1.0, "most": ratios.max()}


def _fields(ax: Axes) -> None:
    """Colour what is not learned, what is learned of a linear part, and what is learned else."""
    for row in range(1, _TOP + 1):
        learned = _LINEAR if row == 1 else _MANY
        for start, stop, colour in ((_LEFT, row, _NONE), (row, _RIGHT, learned)):
            corner, size = (start, row - 0.5), (stop - start, 1)
            ax.add_patch(Rectangle(corner, *size, color=colour, linewidth=0.3, zorder=0))
    edge: dict[str, Any] = {"color": "black", "linestyle": ":", "linewidth": 0.6, "zorder": 1}
    ax.plot([_LEFT, _RIGHT, _RIGHT], [_TOP + 0.5, _TOP + 0.5, 0.5], **edge)


def _axes(ax: Axes) -> None:
    ax.set(xlim=(_LEFT, _RIGHT), ylim=(0.5, _TOP + 0.5))
    ax.set(xlabel="batch size $n$", ylabel=r"leap index $\ell$")
    powers = [r"$\Theta(d)$", r"$\Theta(d^2)$", r"$\Theta(d^3)$", r"$\cdots$"]
    ax.set_xticks([1, 2, 3, 3.5, 4], [*powers, r"$\Theta(d^\ell)$"])
    ax.set_yticks([1, 2, 3, 3.5, 4], ["1", "2", "3", r"$\vdots$", r"$\ell$"])
    ax.tick_params(axis="y", length=0)
    ax.xaxis.get_major_ticks()[_TOP - 1].tick1line.set_visible(False)  # of the ellipsis
    ax.grid(False)


def _words(ax: Axes) -> None:
    named = {
        (1.45, 3.5): "No direction\nlearned",
        (2.75, 1.05): "Linear subspace learning",
        (4.12, 2.5): "Subspace\nlearning\nup to $r$ dims.",
    }
    for place, text in named.items():
        ax.annotate(text, place, ha="center", va="center", weight="bold")


def _dots(ax: Axes, found: pd.DataFrame) -> None:
    """Draw each estimate as a dot along the foot of its leap's row, white for 0, black for 1."""
    for _, own in found.groupby("leap"):
        at, low = own["x"].to_numpy(), own["leap"].to_numpy() - _LOW
        shades = [_shade(value) for value in own["estimate"]]
        look: dict[str, Any] = {
            "s": _SIZE**2,
            "edgecolors": "black",
            "linewidths": 0.5,
            "zorder": 4,
        }
        ax.scatter(at, low, c=shades, **look)
        columns = {name: own[name] for name in ("low", "high", "seeds", "diverged", "kind")}
        plot.sheet_of(ax).record(ax, "simulation", "simulation", x=at, y=own["estimate"], **columns)
    levels = (0.0, 0.5, 1.0)
    dot: dict[str, Any] = {
        "ls": "none",
        "marker": "o",
        "markersize": _SIZE,
        "markeredgecolor": "black",
    }
    handles = [Line2D([], [], color=_shade(level), markeredgewidth=0.5, **dot) for level in levels]
    words = "squared cosine of the first gradient with the direction, measured:"
    ax.legend(
        [Line2D([], [], ls="none"), *handles],
        [words, *(f"{level:g}" for level in levels)],
        loc="upper left",
        bbox_to_anchor=(-0.1, -0.17),
        ncols=1 + len(levels),
        handlelength=0.8,
    )


def _shade(value: float) -> str:
    level = 1 - min(max(float(value), 0.0), 1.0)
    return to_hex((level, level, level))
