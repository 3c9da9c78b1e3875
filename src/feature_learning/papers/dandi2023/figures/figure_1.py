"""The authors' summary of one step: leap against batch, with the measured cosines in each row."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from feature_learning import plotting as plot
from feature_learning.papers.dandi2023.claims.fig2 import controlled
from feature_learning.papers.dandi2023.shared.leaps import largest
from feature_learning.papers.dandi2023.shared.spheres import arrow, sphere
from feature_learning.plotting import Sheet, Tables

_LEFT, _RIGHT = 0.5, 3.9  # log n/log d
_TOP = 3  # leaps
_NONE, _LINEAR, _MANY = "#f6cfc9", "#fbdfae", "#cfe8cf"  # the fields, as in the original
_WORDS = {"none": "#8c1f12", "linear": "#7a4a00", "many": "#1d5c2b"}  # and their names
_STEP = 0.16  # of the inset spheres, in rows, from the edges


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the fields of the original, and in the row of each leap the squared cosine of the first
    gradient, 0 at its lower edge and 1 at the upper.
    """
    (ax,) = figure.panels(width=0.8 * figure.target.page, height=2.75)
    _fields(ax)
    runs, law = largest(controlled(tables)), largest(tables.theory("transition"))
    found = plot.estimates(runs, "controlled", ["leap", "x"])
    columns = ["estimate", "low", "high"]
    found[columns] = found[columns].add(found["leap"] - 0.5, axis=0)
    law = law.assign(height=law["finite"] + law["leap"] - 0.5)
    for leap, own in found.groupby("leap"):
        plot.theory(ax, law[law["leap"] == leap], "x", "height")
        plot.simulation(ax, own, "x", colour=plot.BLUE)
    _axes(ax)
    _words(ax)
    _spheres(ax)
    sizes = runs.groupby("leap")["d"].first()
    at = runs[runs["ratio"] == 1.0].groupby("leap")["controlled"].mean()
    least = runs[runs["ratio"] == runs["ratio"].min()].groupby("leap")["controlled"].mean()
    most = runs[runs["ratio"] == runs["ratio"].max()].groupby("leap")["controlled"].mean()
    figure.say(
        sizes=", ".join(str(d) for d in sizes),
        least=f"{least.min():.2f} to {least.max():.2f}",
        most=f"{most.min():.2f} to {most.max():.2f}",
        at=f"{at.min():.2f} to {at.max():.2f}",
        few=plot.number(1 / runs["ratio"].min()),
        many=plot.number(runs["ratio"].max()),
    )


def _fields(ax: Axes) -> None:
    """Colour what is not learned, what is learned of a linear part, and what is learned else."""
    for leap in range(1, _TOP + 1):
        learned = _LINEAR if leap == 1 else _MANY
        for start, stop, colour in ((_LEFT, leap, _NONE), (leap, _RIGHT, learned)):
            corner = (start, leap - 0.5)
            ax.add_patch(Rectangle(corner, stop - start, 1, color=colour, linewidth=0, zorder=0))
        ax.plot([_LEFT, _RIGHT], [leap - 0.5] * 2, color="white", linewidth=0.8, zorder=1)
    stairs = np.repeat(np.arange(1, _TOP + 1), 2)
    heights = np.column_stack([stairs[::2] - 0.5, stairs[::2] + 0.5]).ravel()
    ax.plot(stairs, heights, color="#b3382b", linewidth=1.4, zorder=1.6)


def _axes(ax: Axes) -> None:
    ax.set(xlim=(_LEFT, _RIGHT), ylim=(0.5, _TOP + 0.5))
    ax.set(xlabel="batch size $n$", ylabel=r"leap index $\ell$")
    ax.set_xticks([1, 2, 3], [r"$\Theta(d)$", r"$\Theta(d^2)$", r"$\Theta(d^3)$"])
    ax.set_yticks([1, 2, 3], ["1", "2", "3"])
    ax.grid(False)
    right = ax.secondary_yaxis("right")
    edges = np.arange(0.5, _TOP)
    right.set_yticks([*edges, *(edges + 0.5)], ["0"] * _TOP + [r"$\frac{1}{2}$"] * _TOP)
    right.set_ylabel("squared cosine, in each row")
    right.spines["right"].set_visible(True)


def _words(ax: Axes) -> None:
    named = {
        "none": ((0.6, 3.3), "no direction learned"),
        "linear": ((1.55, 0.8), "linear subspace learning"),
        "many": ((2.42, 1.8), "subspace learning\nup to $r$ dims"),
    }
    for name, (place, text) in named.items():
        ax.annotate(text, place, color=_WORDS[name], ha="left", va="center")
    ax.annotate(r"$\eta = O(p\,d^{(\ell - 1)/2})$", (0.6, 2.9), color=_WORDS["none"], va="center")


def _spheres(ax: Axes) -> None:
    """Draw a sphere with one arrow beside the linear field, and one with three in the other."""
    for name, corner, directions in (
        ("linear", (3.2, 0.56), (3,)),
        ("many", (3.2, 1.56), (1, 2, 3)),
    ):
        inset = ax.inset_axes((*corner, 0.65, 0.88), transform=ax.transData)
        sphere(inset, _WORDS[name])
        for direction in directions:
            arrow(inset, direction, 0.9, _WORDS[name])
