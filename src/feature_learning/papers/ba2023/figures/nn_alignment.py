"""Alignment of neurons with the spike after one step."""

import itertools

from feature_learning import plotting as plot
from feature_learning.papers.ba2023.shared.panels import dimensions, gamma_axis
from feature_learning.plotting import Sheet, Tables

_MEASURES = {"alignment": r"mean $\cos^2(w_i, \mu)$", "share": "spike's share of variance"}
_LINKS = {"he1": 1, "he2": 2, "he3": 3}
_BESIDE = {"he1": "he1-he4", "he2": "he2-he4"}  # the same information exponent, a higher degree
_TITLES = (
    "$h_1$: any spike is found",
    "$h_2$: half near $\\gamma = 0.6$",
    "$h_3$: only strong spikes",
    "$h_1$: it takes over at once",
    "$h_2$: half is reached early",
    "$h_3$: half is reached early",
)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw alignment and share for each link and d."""
    axes = figure.panels(2, 3, height=1.6, sharex=True, sharey=True)
    runs, predicted = tables.runs("alignment"), tables.theory("alignment")
    sizes = dimensions(runs["d"])
    panels = itertools.product(_MEASURES.items(), _LINKS.items())
    for ax, title, ((column, label), (link, k)) in zip(axes, _TITLES, panels, strict=True):
        plot.theory(ax, predicted[predicted["link"] == link], "gamma", column, sizes)
        beside = predicted[predicted["link"] == _BESIDE.get(link)]
        plot.theory(ax, beside, "gamma", column, sizes, thin=True)
        means = plot.estimates(runs[runs["link"] == link], column, ["d", "gamma"], "logit")
        plot.simulation(ax, means, "gamma", sizes)
        plot.regimes(ax, [1 - 1 / k], ["", "sufficient"])
        gamma_axis(ax, -0.4)
        ax.set(title=title, ylabel=label)
