"""Alignment of neurons with the spike after one step."""

from feature_learning.core.tables import Tables
from feature_learning.papers.ba2023.model import PURE
from feature_learning.papers.ba2023.panels import gamma_axis
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.lines import regimes
from feature_learning.plotting.marks import simulation, theory
from feature_learning.plotting.palette import ordered
from feature_learning.plotting.sheet import Sheet

_MEASURES = {"alignment": r"mean $\cos^2(w_i, \mu)$", "share": "mean share of $z$"}
_TITLES = (
    "$H_1$ finds any spike",
    "$H_2$ a stronger one",
    "$H_3$ the strongest",
    "its share is large",
    "half before the condition",
    "half before the condition",
)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw alignment and share for each link and d."""
    axes = figure.panels(2, 3, height=1.6, sharex=True, sharey=True)
    runs, predicted = tables.runs("alignment"), tables.theory("alignment")
    dimensions = ordered("d", runs["d"], "$d = {}$")
    for row, (column, label) in enumerate(_MEASURES.items()):
        for k, link in enumerate(PURE, start=1):
            ax = axes[3 * row + k - 1]
            theory(ax, predicted[predicted["link"] == link], "gamma", column, dimensions)
            own = runs[runs["link"] == link]
            simulation(ax, estimates(own, column, ["d", "gamma"], "logit"), "gamma", dimensions)
            ax.set_title(_TITLES[3 * row + k - 1])
            if k > 1:
                regimes(ax, [1 - 1 / k], ["", "sufficient"])
            gamma_axis(ax)
            ax.set_ylabel(label)
