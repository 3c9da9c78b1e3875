"""The approach of recovered runs to the direction, against the predicted constant."""

from feature_learning import plotting as plot
from feature_learning.papers.bietti2022.shared.model import RECOVERED
from feature_learning.papers.bietti2022.shared.panels import dimension_hue
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import by_run

_FEW = 4.0  # samples per dimension from which on runs are shown
_LEAST = 300  # samples from which on V is taken
_TOP = 1.5  # of the axis: medians are below, single runs may be above


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw medians and quartiles of n (1 - |m|)/(d - 1) of recovered runs, and the median of V."""
    runs = tables.runs("learning_curves")
    hue = dimension_hue(runs)
    runs = runs[(runs["overlap"] > RECOVERED) & (runs["s"] < 3)]
    runs = by_run(runs.assign(replica=runs["init"]))
    runs = runs.assign(
        scaled=runs["n"] * (1 - runs["overlap"]) / (runs["d"] - 1), per=runs["n"] / (runs["d"] - 1)
    )
    runs = runs[runs["per"] >= _FEW]
    figure.say(above=int((runs["scaled"] > _TOP).sum()), runs=len(runs), top=_TOP)
    for ax, s in figure.facets(sorted(runs["s"].unique()), "$s = {}$", height=2.2, sharex=True):
        part = runs[runs["s"] == s]
        for d, own in hue.split(part):
            groups = own.groupby("per")["scaled"]
            low, high = groups.quantile(0.25), groups.quantile(0.75)
            ax.fill_between(low.index, low, high, color=hue.colours[d], alpha=0.15, linewidth=0)
        medians = plot.medians(part, "scaled", ["d", "per"])
        medians = medians[medians["estimate"] < _TOP]
        medians = medians.assign(low=medians["estimate"], high=medians["estimate"])
        plot.simulation(ax, medians, "per", hue, join=True)
        predicted = part[part["n"] >= _LEAST]["constant"].median()
        plot.level(ax, predicted, "$V$", colour=plot.PREDICTION)
        plot.logarithmic(ax, "x")
        ax.set(
            xlabel="samples per dimension $n/(d-1)$",
            ylabel="distance $n(1-|m|)/(d-1)$",
            ylim=(0, _TOP),
        )
