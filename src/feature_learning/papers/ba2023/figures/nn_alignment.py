"""Alignment of neurons with the spike after one step."""

from feature_learning.core.tables import Tables
from feature_learning.papers.ba2023.shared.panels import dimensions, gamma_axis
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.lines import regimes
from feature_learning.plotting.marks import simulation, theory
from feature_learning.plotting.sheet import Sheet

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
    for row, (column, label) in enumerate(_MEASURES.items()):
        for place, (link, k) in enumerate(_LINKS.items()):
            ax = axes[3 * row + place]
            theory(ax, predicted[predicted["link"] == link], "gamma", column, sizes)
            if link in _BESIDE:
                theory(
                    ax,
                    predicted[predicted["link"] == _BESIDE[link]],
                    "gamma",
                    column,
                    sizes,
                    thin=True,
                )
            own = runs[runs["link"] == link]
            simulation(ax, estimates(own, column, ["d", "gamma"], "logit"), "gamma", sizes)
            ax.set_title(_TITLES[3 * row + place])
            regimes(ax, [1 - 1 / k], ["", "sufficient"])
            gamma_axis(ax, -0.4)
            ax.set_ylabel(label)
