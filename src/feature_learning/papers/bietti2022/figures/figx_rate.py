"""The distance of recovered runs from the direction, against the predicted constant and the
theorem.
"""

import numpy as np
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.bietti2022.shared.flows import flows
from feature_learning.papers.bietti2022.shared.model import RECOVERED
from feature_learning.papers.bietti2022.shared.panels import dimension_hue
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import by_run

_LEAST = 300  # samples from which on V is taken
_FEW = 4.0  # samples per dimension from which on runs are shown
_BOUND = "theorem"


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw medians of 1 - |m| of recovered runs with V (d - 1)/n, those of the flow's ends, and the
    theorem's bound.
    """
    runs, ends = tables.runs("learning_curves"), flows(tables)
    hue = dimension_hue(runs)
    runs = runs[(runs["overlap"] > RECOVERED) & (runs["s"] < 3)]
    runs = runs[runs["n"] >= _FEW * (runs["d"] - 1)]
    runs = by_run(runs.assign(replica=runs["init"], distance=1 - runs["overlap"]))
    ends = ends[ends["pole"]].assign(distance=1 - ends["overlap"])
    smallest, most = int(runs["d"].min()), 0.0
    for ax, s in figure.facets(sorted(runs["s"].unique()), "$s = {}$", height=2.4, sharex=True):
        part, own = runs[runs["s"] == s], ends[(ends["s"] == s) & (ends["d"] == smallest)]
        constant = part[part["n"] >= _LEAST]["constant"].median()
        medians = plot.medians(part, "distance", ["d", "n"])
        medians = medians.assign(low=medians["estimate"], high=medians["estimate"])
        predicted = medians.assign(law=constant * (medians["d"] - 1) / medians["n"])
        plot.theory(ax, predicted, "n", "law", hue)
        plot.simulation(ax, medians, "n", hue)
        flow = plot.estimates(own, "distance", ["n"], "median")
        plot.simulation(
            ax, flow, "n", label=f"flow, $d = {smallest}$", colour=plot.ORANGE, marker="s"
        )
        n = np.geomspace(medians["n"].min(), max(medians["n"].max(), own["n"].max()), 60)
        _bounds(ax, n, hue)
        d, size = (medians[name].to_numpy(dtype=float) for name in ("d", "n"))
        bound = np.maximum(d / size, d**4 / size**2)
        over = bound / medians["estimate"].to_numpy()
        most = max(most, float(over[bound < 1].max(initial=1.0)))
        plot.logarithmic(ax)
        ax.set(xlabel="samples $n$", ylabel="distance $1 - |m|$")
        figure.say(**{f"constant_{s}": constant})
    figure.say(most=most)


def _bounds(ax: Axes, n: np.ndarray, hue: plot.Hue) -> None:
    """Draw the theorem's bound for each d, dashed, where it is below 1."""
    for d, colour in hue.colours.items():
        bound = np.maximum(d / n, float(d) ** 4 / n**2)
        seen = bound < 1
        if not seen.any():
            continue
        ax.plot(n[seen], bound[seen], "--", color=colour, linewidth=0.7, zorder=1.8)
        plot.sheet_of(ax).record(ax, _BOUND, "guide", x=n[seen], y=bound[seen], d=d)
    plot.sheet_of(ax).name(plot.Entry(ax, _BOUND, "theory", plot.GREY, dashes="--"))
