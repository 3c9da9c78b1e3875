"""The poster's figure: overlap and excess risk against the sample size."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.bietti2022.shared.model import RECOVERED
from feature_learning.papers.bietti2022.shared.panels import dimension_hue, lines
from feature_learning.papers.bietti2022.shared.thresholds import MIDDLE, best
from feature_learning.plotting import Sheet, Tables

_NEEDED = "theorem's $n$"


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw overlaps of single inits and, thin, of the best ones, one panel per s, and the best
    ones' risks over the null risk at one d.
    """
    runs, law = tables.runs("learning_curves"), tables.theory("learning_curves")
    chosen, hue, exponents = best(runs), dimension_hue(runs), sorted(runs["s"].unique())
    panels = figure.panels(2, 2, height=1.95)
    ticks = [n for n in sorted(runs["n"].unique()) if np.log10(n) % 1 == 0]
    largest = runs[runs["n"] == runs.groupby(["s", "d"])["n"].transform("max")]
    reached = largest.assign(hit=largest["overlap"] > RECOVERED).groupby("s")["hit"].mean()
    for ax, s in zip(panels, exponents, strict=False):
        _overlaps(ax, runs[runs["s"] == s], chosen[chosen["s"] == s], law[law["s"] == s], hue)
        ax.set(
            title=f"$s = {s}$: {reached[s]:.0%} of inits recover",
            ylabel=r"overlap $|\langle\theta,\theta_*\rangle|$",
        )
        ax.set(ylim=(-0.02, 1.06), xlabel="samples $n$")
    _name(panels[0], law[law["s"] == exponents[0]]["needed"].max())
    _risks(panels[-1], chosen[chosen["d"] == MIDDLE], law)
    for ax in panels:
        plot.logarithmic(ax, "x", ticks)
        ax.set_xlim(0.8 * runs["n"].min(), 1.25 * runs["n"].max())
    panels[-1].set(title=f"Risk after the refit, $d = {MIDDLE}$", xlabel="samples $n$")
    figure.say(**{f"hit_{s}": share for s, share in reached.items()})


def _overlaps(
    ax: Axes, runs: pd.DataFrame, picked: pd.DataFrame, law: pd.DataFrame, hue: plot.Hue
) -> None:
    """Draw means of single inits, thin lines for the best of eight, and where the theorem asks for
    so many samples.
    """
    single = runs.groupby(["d", "n", "seed"])["overlap"].mean().reset_index()
    plot.simulation(ax, plot.estimates(single, "overlap", ["d", "n"], "logit"), "n", hue, join=True)
    best_of = plot.estimates(picked, "overlap", ["d", "n"], "logit")
    lines(ax, best_of, "n", hue, name="best of eight inits", dashed=True)
    seen = law[law["needed"] <= picked["n"].max()]
    for d, needed in zip(seen["d"], seen["needed"], strict=True):
        ax.plot(
            [needed],
            [1.0],
            "v",
            color=hue.colours[d],
            markersize=4,
            transform=ax.get_xaxis_transform(),
            clip_on=False,
            zorder=5,
        )
        points = {"x": [needed], "y": [np.nan], "of": _NEEDED}
        plot.sheet_of(ax).record(ax, hue.names[d], "guide", **points)


def _name(ax: Axes, needed: float) -> None:
    """Say beside the last triangle what the triangles are."""
    ax.annotate(
        _NEEDED,
        (needed, 1.0),
        (5, 1),
        xycoords=ax.get_xaxis_transform(),
        textcoords="offset points",
        fontsize=plot.sheet_of(ax).target.smallest,
        color="0.42",
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
