"""The poster's figure: what recovers, and the excess risk, against the sample size."""

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.bietti2022.shared.model import RECOVERED
from feature_learning.papers.bietti2022.shared.panels import dimension_hue, exponent_hue
from feature_learning.papers.bietti2022.shared.thresholds import MIDDLE, best, recovered
from feature_learning.plotting import Sheet, Tables

_NEEDED = "theorem's $n$"
_SECOND = 2  # the exponent at which the dimension is varied


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the share of single inits that recover against n, by s and by d, and the best ones'
    risks over the null risk.
    """
    runs, law = tables.runs("learning_curves"), tables.theory("learning_curves")
    of_s, of_d, risks = figure.hero(2, share=0.58, height=3.5)
    shares = _estimated(runs)
    middle, second = shares[shares["d"] == MIDDLE], shares[shares["s"] == _SECOND]
    _shares(of_s, middle, exponent_hue(runs), law[law["d"] == MIDDLE])
    of_s.set(title=f"Single inits, $d = {MIDDLE}$")
    _shares(of_d, second, dimension_hue(runs), law[law["s"] == _SECOND])
    _stack(of_d, second, dimension_hue(runs))
    of_d.set(title=f"Single inits, $s = {_SECOND}$")
    _name(of_s, law[law["d"] == MIDDLE]["needed"].min())
    chosen = best(runs)
    _risks(risks, chosen[chosen["d"] == MIDDLE], law)
    risks.set(title=f"Risk, best init, $d = {MIDDLE}$", xlabel="samples $n$")
    ticks = [n for n in sorted(runs["n"].unique()) if np.log10(n) % 1 == 0]
    for ax in (of_s, of_d, risks):
        plot.logarithmic(ax, "x", ticks)
        ax.set_xlim(0.8 * runs["n"].min(), 1.25 * runs["n"].max())
    figure.say(level=RECOVERED, middle=MIDDLE)
    last = middle.loc[middle.groupby("s")["n"].idxmax()]
    for name, column, form in (("hit", "estimate", "{:.0%}"), ("size", "n", "{:g}")):
        figure.say(
            **{f"{name}_{s}": form.format(x) for s, x in zip(last["s"], last[column], strict=True)}
        )
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


def _stack(ax: Axes, shares: pd.DataFrame, hue: plot.Hue) -> None:
    """Name curves that end together in a column beside their ends, the uppermost first."""
    ends = shares.loc[shares.groupby(hue.column)["n"].idxmax()]
    order = shares.groupby(hue.column)["estimate"].mean().sort_values(ascending=False).index
    size = mpl.rcParams["legend.fontsize"]
    for place, value in enumerate(order):
        ax.annotate(
            hue.names[value],
            (float(ends["n"].max()), float(ends["estimate"].mean())),
            (6, 1.15 * size * ((len(order) - 1) / 2 - place)),
            textcoords="offset points",
            fontsize=size,
            color=plot.written(hue.colours[value]),
            va="center",
        )


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
    """Draw the medians of the risk and of what the same overlaps allow, over the null risk."""
    null = picked["s"].map(law.drop_duplicates("s").set_index("s")["null"])
    shares = picked.assign(**{name: picked[name] / null for name in ("refit", "predicted")})
    hue = plot.ordered("s", picked["s"], "$s = {}$", "flare")
    measured, allowed = (
        plot.estimates(shares, name, ["s", "n"], "median") for name in ("refit", "predicted")
    )
    plot.theory(ax, allowed, "n", "estimate", hue, kinks=True)
    plot.simulation(ax, measured, "n", hue)
    plot.level(ax, 1.0, "null risk", at=0.98)
    plot.logarithmic(ax, "y")
    ax.set(ylabel="risk over null risk", ylim=(None, 2.0))
