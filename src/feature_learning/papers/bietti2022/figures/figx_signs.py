"""How often the poster's flow finds the direction."""

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.bietti2022.shared.flows import flows
from feature_learning.papers.bietti2022.shared.panels import exponent_hue
from feature_learning.papers.bietti2022.shared.thresholds import recovered
from feature_learning.plotting import Sheet, Tables

_PROMISED = 0.49  # of the theorem
_TIMES = 10  # the theorem's order of n, of which the title speaks
_CUT_OFF = 2  # the exponent for which signs matter to the public code's schedule
_NEEDED = "ten times theorem's $n$"


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the flow's shares at a pole against n, by s."""
    (ax,) = figure.panels(width=figure.target.page * 0.75, height=2.6)
    ends = flows(tables)
    ends = ends[ends["d"] == ends["d"].min()].assign(found=ends["pole"].astype(float))
    hue = exponent_hue(ends)
    shares = plot.estimates(ends, "found", ["s", "n"], "fraction")
    ax.axhspan(-0.04, _PROMISED, color=plot.GREY, alpha=0.12, linewidth=0)
    plot.simulation(ax, shares, "n", hue, join=True)
    plot.level(ax, _PROMISED, f"theorem: {_PROMISED:g}")
    plot.logarithmic(ax, "x")
    ax.set(xlabel="samples $n$", ylabel="share of runs at a pole", ylim=(-0.04, 1.04))
    most = ends[ends["ratio"].round(2) == _TIMES]
    _mark(ax, {s: float(n) for s, n in most.groupby("s")["n"].first().items()}, hue)
    for s, share in most.groupby("s")["pole"].mean().items():
        figure.say(**{f"share_{s}": share})
    figure.say(runs=ends["seed"].nunique(), d=int(ends["d"].min()))
    fewest = ends.groupby(["ratio", "s"])["found"].mean().sort_index()
    (ratio, s), share = fewest.index[0], fewest.iloc[0]
    figure.say(fewest=f"{ratio:.1g}", at=int(s), share=share)
    _say_schedule(figure, tables, int(ends["d"].min()))


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


def _say_schedule(figure: Sheet, tables: Tables, d: int) -> None:
    """Say the share of single inits that recover under the public code's schedule, with signs as
    drawn and set right.
    """
    drawn, forced = tables.runs("signs_sampled"), tables.runs("learning_curves")
    size = int(drawn["n"].iloc[0])
    for name, runs in (("drawn", drawn), ("forced", forced)):
        own = recovered(runs[(runs["n"] == size) & (runs["d"] == d) & (runs["s"] == _CUT_OFF)], "s")
        figure.say(**{name: own["recovered"].mean()})
    figure.say(size=size, cut=_CUT_OFF)
