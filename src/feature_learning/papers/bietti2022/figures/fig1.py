"""The poster's figure: overlap and excess risk against the sample size."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.bietti2022.shared.panels import dimension_hue
from feature_learning.papers.bietti2022.shared.thresholds import MIDDLE, best
from feature_learning.plotting import Sheet, Tables


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the best inits' overlaps, one panel per s, and their risks over the null risk at one
    d.
    """
    runs, law = tables.runs("learning_curves"), tables.theory("learning_curves")
    chosen, hue, exponents = best(runs), dimension_hue(runs), sorted(runs["s"].unique())
    panels = figure.panels(2, 2, sharex=True)
    ticks = [n for n in sorted(runs["n"].unique()) if np.log10(n) % 1 == 0]
    for ax, s in zip(panels, exponents, strict=False):
        _overlaps(ax, chosen[chosen["s"] == s], law[law["s"] == s], hue)
        ax.set(title=f"$s = {s}$", ylabel=r"overlap $|\langle\theta,\theta_*\rangle|$")
        ax.set(ylim=(-0.02, 1.06), xlabel="samples $n$")
    _risks(panels[-1], chosen[chosen["d"] == MIDDLE], law)
    for ax in panels:
        plot.logarithmic(ax, "x", ticks)
    panels[-1].set(title=f"Risk after the refit, $d = {MIDDLE}$", xlabel="samples $n$")
    largest = chosen[chosen["n"] == chosen.groupby("s")["n"].transform("max")]
    reached = largest.assign(hit=largest["overlap"] > 0.9).groupby("s")["hit"].mean()
    figure.say(**{f"hit_{s}": share for s, share in reached.items()})


def _overlaps(ax: Axes, picked: pd.DataFrame, law: pd.DataFrame, hue: plot.Hue) -> None:
    """Draw medians over seeds, and where the theorem asks for so many samples."""
    means = plot.estimates(picked, "overlap", ["d", "n"], "median")
    plot.simulation(ax, means, "n", hue, join=True)
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
        points = {"x": [needed], "y": [np.nan], "of": "the theorem's sample size"}
        plot.sheet_of(ax).record(ax, hue.names[d], "guide", **points)


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
