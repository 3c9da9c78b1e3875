"""The distance of recovered runs from the direction, against the predicted constant and the
theorem.
"""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.bietti2022.shared.model import RECOVERED
from feature_learning.papers.bietti2022.shared.panels import dimension_hue
from feature_learning.plotting import Sheet, Tables

_LEAST = 300  # samples from which on V is taken
_FEW = 4.0  # samples per dimension from which on runs are shown
_BOUND = "theorem"
_CUT = f"overlap {RECOVERED:g}"


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw medians of 1 - |m| of recovered runs with V (d - 1)/n, and the theorem's bound."""
    runs = tables.runs("learning_curves")
    hue = dimension_hue(runs)
    runs = runs[(runs["overlap"] > RECOVERED) & (runs["s"] < 3)]
    runs = runs[runs["n"] >= _FEW * (runs["d"] - 1)].assign(distance=1 - runs["overlap"])
    most, least, gaps = 0.0, np.inf, []
    for ax, s in figure.facets(sorted(runs["s"].unique()), "$s = {}$", height=2.5, sharex=True):
        part = runs[runs["s"] == s]
        constant = part[part["n"] >= _LEAST]["constant"].median()
        of_seeds = part.groupby(["d", "n", "seed"])["distance"].median().reset_index()
        medians = plot.estimates(of_seeds, "distance", ["d", "n"], "median")
        predicted = medians[["d", "n"]].assign(law=constant * (medians["d"] - 1) / medians["n"])
        plot.theory(ax, predicted, "n", "law", hue, ends=True)
        plot.simulation(ax, medians, "n", hue)
        plot.residual(ax, medians, predicted, "n", "law", hue)
        n = np.geomspace(medians["n"].min(), runs["n"].max(), 60)
        _bounds(ax, n, hue)
        plot.level(ax, 1 - RECOVERED, _CUT)
        d, size = (medians[name].to_numpy(dtype=float) for name in ("d", "n"))
        bound = np.maximum(d / size, d**4 / size**2)
        over = bound / medians["estimate"].to_numpy()
        seen = (bound < 1) & (size <= d**3)
        most = max(most, float(over[seen].max(initial=1.0)))
        least = min(least, float(over[seen].min(initial=np.inf)))
        gap = medians["estimate"] / predicted["law"] - 1
        gaps.append(predicted.assign(gap=gap, s=s, outside=_outside(medians, predicted["law"])))
        plot.logarithmic(ax)
        ax.set(xlabel="samples $n$", ylabel="distance $1 - |m|$")
        figure.say(**{f"constant_{s}": constant})
    found = pd.concat(gaps)
    late, early = found[found["n"] >= _LEAST]["gap"], found[found["n"] < _LEAST]["gap"]
    figure.say(
        most=most, nearest=least, level=RECOVERED, least=_LEAST, low=late.min(), high=late.max()
    )
    ends = (early.min(), early.max()) if len(early) else (0.0, 0.0)
    figure.say(early_low=ends[0], early_high=ends[1], outside=int(found["outside"].sum()))
    if len(late):
        worst = found[found["n"] >= _LEAST].sort_values("gap", key=abs).iloc[-1]
        figure.say(**{f"worst_{name}": f"{worst[name]:g}" for name in ("d", "n", "s")})


def _outside(medians: pd.DataFrame, law: pd.Series) -> pd.Series:
    """Return whether the interval of a median leaves out its prediction."""
    return (medians["low"] > law) | (medians["high"] < law)


def _bounds(ax: Axes, n: np.ndarray, hue: plot.Hue) -> None:
    """Draw the theorem's bound for each d up to n = d^3, dashed, where it is below 1."""
    end = 0.0
    for d, colour in hue.colours.items():
        bound = float(d) ** 4 / n**2
        seen = (bound < 1) & (n <= d**3)
        if not seen.any():
            continue
        ax.plot(n[seen], bound[seen], "--", color=colour, linewidth=0.7, zorder=1.8)
        plot.sheet_of(ax).record(ax, _BOUND, "guide", x=n[seen], y=bound[seen], d=d)
        end = float(bound[seen][-1])
    if end:
        plot.sheet_of(ax).edge_label(ax, end, _BOUND, "0.42")
