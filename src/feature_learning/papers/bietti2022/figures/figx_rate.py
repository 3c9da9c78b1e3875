"""The approach of recovered runs to the direction, against the predicted constant."""

from feature_learning import plotting as plot
from feature_learning.papers.bietti2022.shared.model import RECOVERED
from feature_learning.papers.bietti2022.shared.panels import dimension_hue, lines
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import by_run

_SHOWN, _LEAST = 100, 300  # samples from which on runs are shown, and from which on V is taken


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw n (1 - |m|)/(d - 1) of recovered runs, and the median and quartiles of V."""
    runs = tables.runs("learning_curves")
    hue = dimension_hue(runs)
    runs = runs[(runs["overlap"] > RECOVERED) & (runs["s"] < 3) & (runs["n"] >= _SHOWN)]
    runs = by_run(runs.assign(replica=runs["init"]))
    runs = runs.assign(scaled=runs["n"] * (1 - runs["overlap"]) / (runs["d"] - 1))
    ticks = [n for n in sorted(runs["n"].unique()) if str(n).strip("0") == "1"]
    exponents = sorted(runs["s"].unique())
    for ax, s in figure.facets(exponents, "$s = {}$", height=2.2, sharex=True):
        part = runs[runs["s"] == s]
        plot.runs(ax, part, "n", "scaled", hue)
        lines(ax, plot.estimates(part, "scaled", ["d", "n"], "median"), "n", hue, name="median")
        low, half, high = part[part["n"] >= _LEAST]["constant"].quantile([0.25, 0.5, 0.75])
        ax.axhspan(low, high, color="0.9", zorder=0, linewidth=0)
        plot.level(ax, half, "$V$", colour=plot.PREDICTION)
        plot.logarithmic(ax, "y")
        plot.logarithmic(ax, "x", ticks)
        ax.set(
            xlabel="samples $n$",
            ylabel="scaled distance $n(1-|m|)/(d-1)$",
            xlim=(0.7 * runs["n"].min(), 1.5 * runs["n"].max()),
        )
