"""How often the poster's flow finds the direction."""

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.bietti2022.panels import exponent_hue
from feature_learning.papers.bietti2022.quantities import pole, pole_far
from feature_learning.plotting import Sheet, Tables

_PROMISED = 0.49  # of the theorem
_TIMES = 10  # the theorem's order of n, of which the title speaks
_NEEDED = "ten times theorem's $n$"


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the fraction of runs of the flow at a pole against n, and at ten times the theorem's n
    against d, by s.
    """
    against_n, against_d = figure.hero(1, share=0.64, height=2.6)
    figure.name_in_each()
    found = pole(tables)
    hue, first = exponent_hue(found.points), found.at(d="smallest")
    points = first.points
    there = (found.points["ratio"] == _TIMES).any()
    at_theorem = found.at(ratio=float(_TIMES)) if there else None
    for ax, fractions, x in ((against_n, first, "n"), (against_d, at_theorem, "d")):
        ax.axhspan(-0.04, _PROMISED, color=plot.GREY, alpha=0.12, linewidth=0)
        if fractions is not None:
            plot.quantity(ax, fractions, x, hue, join=True)
        ax.set(ylabel="fraction of runs at a pole", ylim=(-0.04, 1.04))
    far = pole_far(tables)
    if (far.points["ratio"] == _TIMES).any():
        plot.quantity(against_d, far.at(ratio=float(_TIMES)), "d", hue, marker="s")
    plot.level(against_n, _PROMISED, f"theorem: {_PROMISED:g}", at=0.98, below=True)
    plot.level(against_d, _PROMISED, "")
    plot.logarithmic(against_n, "x")
    plot.logarithmic(against_d, "x", ticks=sorted(found.points["d"].unique()))
    against_n.set(title=f"$d = {found.points['d'].min()}$", xlabel="samples $n$")
    against_d.set(title="Ten times the theorem's $n$", xlabel="dimension $d$")
    most = points[points["ratio"] == _TIMES]
    _mark(against_n, dict(zip(most["s"], most["n"].astype(float), strict=True)), hue)
    fewest = points.sort_values("ratio", kind="stable").iloc[0]
    figure.say(d=tables.values("flow", "d")[0], fewest=fewest["ratio"], at=int(fewest["s"]))
    figure.say(free_d=tables.values("untied_free", "d")[0])


def _mark(ax: Axes, sizes: dict[int, float], hue: plot.Hue) -> None:
    """Mark above the panel the n of which the title speaks, for each s."""
    sheet, size = plot.sheet_of(ax), mpl.rcParams["legend.fontsize"]
    sheet.room_above(ax, 1.15 * sheet.target.smallest)
    across = ax.get_xaxis_transform()
    for s, n in sizes.items():
        ax.plot(
            [n], [1.0], "v", color=hue.colours[s], markersize=4, transform=across, clip_on=False
        )
        sheet.record(ax, hue.names[s], "guide", x=[n], y=[np.nan], of=_NEEDED)
    if sizes:
        ax.annotate(
            _NEEDED,
            (min(sizes.values()), 1.0),
            (5, -1),
            xycoords=across,
            textcoords="offset points",
            fontsize=size,
            color="0.42",
            ha="left",
            va="bottom",
            annotation_clip=False,
        )
