"""Where the flow ends that starts on the equator."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.bietti2022.panels import exponent_hue
from feature_learning.papers.bietti2022.quantities import bad_end
from feature_learning.papers.bietti2022.quantities.ends import from_equator
from feature_learning.plotting import Sheet, Tables

_ASIDE = 0.06  # of a power of ten, by which single runs lie next to their n
_HALF = 0.5  # second layer over the noise


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw overlaps and second layers against n, by s, with the predicted orders."""
    ends = from_equator(tables)
    d = int(ends["d"].iloc[0])
    overlap, second = figure.panels(1, 2, height=2.7, sharex=True)
    figure.name_in_each()
    hue, bad = exponent_hue(ends), ends[ends["bad"]]
    _ends(overlap, ends, bad_end(tables, "overlap").table(), "overlap", hue)
    _ends(second, bad[bad["s"] > 1], bad_end(tables, "second").table(), "second", hue)
    for s, part in hue.split(ends[ends["s"] > 1]):
        n = np.geomspace(part["n"].min(), part["n"].max(), 20)
        law = pd.DataFrame({"n": n, "order": (d / n) ** (1 / (2 * (s - 1))), "s": s})
        plot.theory(overlap, law, "n", "order", hue)
    n = np.geomspace(bad["n"].min(), bad["n"].max(), 20)
    plot.guide(second, n, _HALF * np.sqrt(d / n), r"$\sqrt{d/n}/2$", at=0.6)
    plot.level(overlap, d**-0.5, r"$d^{-1/2}$", at=0.02, below=True)
    overlap.set(title="Ends of the flow", ylabel="overlap $|m|$")
    second.set(title="Second layers near the equator", ylabel=r"$\|c\|$")
    sizes = ends.groupby("s")["n"].min()
    figure.say(d=d, first_n=sizes.min(), third_n=sizes.max())


def _ends(ax: Axes, ends: pd.DataFrame, means: pd.DataFrame, y: str, hue: plot.Hue) -> None:
    """Draw single runs with the means of the bad ones."""
    beside = ends["n"] * 10 ** (_ASIDE * (ends["s"] - 2))
    plot.runs(ax, ends.assign(n=beside), "n", y, hue, alpha=0.4)
    # A mean's interval may reach below zero, which the axis does not have.
    below = np.isfinite(means["low"]) & (means["low"] <= 0)
    bounded = means.assign(low=means["low"].mask(below, ends[y].min()))
    plot.simulation(ax, bounded, "n", hue)
    plot.logarithmic(ax)
    ax.set(xlabel="samples $n$")
