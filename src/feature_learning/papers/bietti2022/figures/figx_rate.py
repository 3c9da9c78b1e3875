"""How fast recovered runs approach the direction, against the predicted constant."""

from feature_learning.core.tables import Tables
from feature_learning.papers.bietti2022.shared.model import RECOVERED
from feature_learning.papers.bietti2022.shared.panels import dimensions, lines
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.lines import level, logarithmic
from feature_learning.plotting.marks import runs as dots
from feature_learning.plotting.palette import PREDICTION
from feature_learning.plotting.sheet import Sheet

_SHOWN, _LEAST = 100, 300  # samples from which on runs are shown, and from which on V is taken


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw n (1 - |m|)/(d - 1) of recovered runs, and the median and quartiles of V."""
    runs = tables.runs("learning_curves")
    hue = dimensions(runs)
    runs = runs[(runs["overlap"] > RECOVERED) & (runs["s"] < 3) & (runs["n"] >= _SHOWN)]
    runs = runs.assign(
        seed=runs["seed"].astype(str) + "-" + runs["init"].astype(str),
        scaled=runs["n"] * (1 - runs["overlap"]) / (runs["d"] - 1),
    )
    exponents = sorted(map(int, runs["s"].unique()))
    for ax, s in figure.facets(exponents, "$s = {}$", height=2.2, sharex=True):
        own = runs[runs["s"] == s]
        dots(ax, own, "n", "scaled", hue, dodge=1.5)
        lines(ax, estimates(own, "scaled", ["d", "n"], "median"), "n", hue, name="median")
        low, half, high = own[own["n"] >= _LEAST]["constant"].quantile([0.25, 0.5, 0.75])
        ax.axhspan(low, high, color="0.9", zorder=0, linewidth=0)
        level(ax, float(half), "$V$", colour=PREDICTION)
        logarithmic(ax, "y")
        logarithmic(ax, "x", [n for n in sorted(runs["n"].unique()) if str(n).strip("0") == "1"])
        ax.set_xlim(0.7 * runs["n"].min(), 1.5 * runs["n"].max())
        ax.set(xlabel="samples $n$", ylabel="scaled distance $n(1-|m|)/(d-1)$")
