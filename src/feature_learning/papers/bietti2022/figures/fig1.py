"""The poster's figure: what recovers against the sample size."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.bietti2022.shared.model import RECOVERED
from feature_learning.papers.bietti2022.shared.panels import exponent_hue
from feature_learning.papers.bietti2022.shared.thresholds import MIDDLE, recovered
from feature_learning.plotting import Sheet, Tables

_NEEDED = "theorem's $n$"
_FEW = 5  # seeds, fewer of which leave ends that coincide: the layout finds places
_ROOM = 2.3  # of the axis over the largest n, for the name of the curve that ends there


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the share of single inits that recover against n, by s."""
    runs, law = tables.runs("learning_curves"), tables.theory("learning_curves")
    (ax,) = figure.panels(width=figure.target.page * 0.75, height=2.7)
    middle, hue = _estimated(runs[runs["d"] == MIDDLE]), exponent_hue(runs)
    needed = law[law["d"] == MIDDLE]
    _shares(ax, middle, hue, needed)
    _name(ax, needed["needed"].min())
    plot.logarithmic(ax, "x", [n for n in sorted(runs["n"].unique()) if np.log10(n) % 1 == 0])
    ax.set_xlim(0.8 * middle["n"].min(), _ROOM * middle["n"].max())
    common = middle.groupby("n")["s"].nunique()
    size = common[common == common.max()].index.max()
    shares = middle[middle["n"] == size].set_index("s")["estimate"]
    figure.say(level=RECOVERED, middle=MIDDLE, size=f"{size:g}")
    figure.say(**{f"hit_{s}": shares.get(s, np.nan) for s in (1, 2, 3)})


def _estimated(runs: pd.DataFrame) -> pd.DataFrame:
    """Return the share of single inits that recover: over seeds, and over single inits where all of
    them agree, which leaves no scatter between the seeds.
    """
    by = ["s", "d", "n"]
    shares = plot.estimates(recovered(runs, *by), "recovered", by, "logit").set_index(by)
    single = runs.assign(hit=runs["overlap"] > RECOVERED).drop(columns="seed")
    exact = plot.estimates(single, "hit", by, "fraction").set_index(by)
    agreed = shares["estimate"].isin((0.0, 1.0))
    shares.loc[agreed, ["low", "high"]] = exact.loc[agreed, ["low", "high"]]
    return shares.reset_index()


def _shares(ax: Axes, shares: pd.DataFrame, hue: plot.Hue, law: pd.DataFrame) -> None:
    """Draw shares against n, and above the panel the theorem's order of n for each curve."""
    plot.simulation(ax, shares, "n", hue, join=True)
    _mark(ax, shares, "n", hue)
    needed = law[law[hue.column].isin(shares[hue.column])].set_index(hue.column)["needed"]
    for value, n in needed[needed <= shares["n"].max()].items():
        ax.plot(
            [n],
            [1.0],
            "v",
            color=hue.colours[value],
            markersize=4,
            transform=ax.get_xaxis_transform(),
            clip_on=False,
            zorder=5,
        )
        points = {"x": [n], "y": [np.nan], "of": _NEEDED}
        plot.sheet_of(ax).record(ax, hue.names[value], "guide", **points)
    ax.set(ylim=(-0.03, 1.08), xlabel="samples $n$", ylabel="share that recovers")


def _mark(ax: Axes, table: pd.DataFrame, x: str, hue: plot.Hue) -> None:
    """Give every point of the curves a marker, since a bend without one could be taken for the
    line's, and name them at their ends.
    """
    for value, own in hue.split(table):
        colour, marker = hue.colours[value], hue.markers[value]
        ax.plot(own[x], own["estimate"], marker, color=colour, markeredgewidth=0, zorder=4)
        if own["seeds"].max() < _FEW:
            continue
        last = own.sort_values(x).iloc[-1]
        ax.annotate(
            hue.names[value],
            (last[x], last["estimate"]),
            (5, 0),
            textcoords="offset points",
            color=plot.written(colour),
            va="center",
        )
    if table["seeds"].max() >= _FEW:
        plot.sheet_of(ax).entries = []  # named at their ends


def _name(ax: Axes, needed: float) -> None:
    """Say beside the first triangle what the triangles are."""
    sheet = plot.sheet_of(ax)
    sheet.room_above(ax, 1.15 * sheet.target.smallest)
    ax.annotate(
        _NEEDED,
        (needed, 1.0),
        (-5, -1),
        xycoords=ax.get_xaxis_transform(),
        textcoords="offset points",
        fontsize=sheet.target.smallest,
        color="0.42",
        ha="right",
        va="bottom",
        annotation_clip=False,
    )
