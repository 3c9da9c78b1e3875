"""The poster's figure: what recovers, and the excess risk, against the sample size."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.bietti2022.shared.model import RECOVERED
from feature_learning.papers.bietti2022.shared.panels import exponent_hue
from feature_learning.papers.bietti2022.shared.thresholds import MIDDLE, best, recovered
from feature_learning.plotting import Sheet, Tables

_NEEDED = "theorem's $n$"


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the share of single inits that recover against n, and the best ones' risks over the
    null risk, by s.
    """
    figure.name_in_each()
    runs, law = tables.runs("learning_curves"), tables.theory("learning_curves")
    of_s, risks = figure.hero(1, share=0.56, height=2.7)
    middle, hue = _estimated(runs[runs["d"] == MIDDLE]), exponent_hue(runs)
    needed = law[law["d"] == MIDDLE]
    _shares(of_s, middle, hue, needed)
    of_s.set(title=f"Single inits that recover, $d = {MIDDLE}$")
    _name(of_s, needed["needed"].min())
    chosen = best(runs)
    _risks(risks, chosen[chosen["d"] == MIDDLE], law)
    risks.set(title="Risk of the best of eight", xlabel="samples $n$")
    ticks = [n for n in sorted(runs["n"].unique()) if np.log10(n) % 1 == 0]
    for ax in (of_s, risks):
        plot.logarithmic(ax, "x", ticks)
        ax.set_xlim(0.8 * middle["n"].min(), 1.25 * middle["n"].max())
    common = middle.groupby("n")["s"].nunique()
    size = common[common == common.max()].index.max()
    shares = middle[middle["n"] == size].set_index("s")["estimate"]
    figure.say(level=RECOVERED, middle=MIDDLE, size=f"{size:g}")
    figure.say(**{f"hit_{s}": shares.get(s, np.nan) for s in hue.names})
    part = chosen[chosen["n"] == chosen.groupby(["s", "d"])["n"].transform("max")]
    found = part.assign(hit=part["overlap"] > RECOVERED).groupby("s")["hit"].mean()
    figure.say(**{f"best_{s}": share for s, share in found.items()})


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
    """Give every point of the curves a marker: a bend without one could be taken for the line's."""
    for value, own in hue.split(table):
        colour, marker = hue.colours[value], hue.markers[value]
        ax.plot(own[x], own["estimate"], marker, color=colour, markeredgewidth=0, zorder=4)


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


def _risks(ax: Axes, picked: pd.DataFrame, law: pd.DataFrame) -> None:
    """Draw the medians of the risk over the null risk."""
    null = picked["s"].map(law.drop_duplicates("s").set_index("s")["null"])
    shares = picked.assign(refit=picked["refit"] / null)
    hue = plot.ordered("s", picked["s"], "$s = {}$", "flare")
    medians = plot.estimates(shares, "refit", ["s", "n"], "median")
    plot.simulation(ax, medians, "n", hue, join=True)
    _mark(ax, medians, "n", hue)
    plot.level(ax, 1.0, "null risk", at=0.98)
    plot.logarithmic(ax, "y")
    ax.set(ylabel="excess risk over null risk", ylim=(None, 2.0))
