"""Share of the pre-activations' variance that the spike carries after one step, at each d."""

from feature_learning import plotting as plot
from feature_learning.papers.ba2023.shared.panels import dimensions, gamma_axis
from feature_learning.plotting import Sheet, Tables

_LINKS = {"he1": "$h_1$", "he2": "$h_2$", "he3": "$h_3$"}
_SPOKEN = 0.4


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the share for k = 1, 2, 3."""
    runs, law = tables.runs("alignment"), tables.theory("alignment")
    sizes = dimensions(runs["d"])
    panels = figure.facets(list(_LINKS), _LINKS.__getitem__, height=2.0)
    for ax, link in panels:
        plot.theory(ax, law[law["link"] == link], "gamma", "share", sizes)
        means = plot.estimates(runs[runs["link"] == link], "share", ["d", "gamma"], "logit")
        plot.simulation(ax, means, "gamma", sizes)
        plot.level(ax, 0.5, "half" if link == "he3" else "", at=0.02)
        gamma_axis(ax, -0.4)
        ax.set(ylabel="spike's share of variance", ylim=(0, 1.02))
    own = runs[(runs["link"] == "he2") & (runs["d"] == runs["d"].max())]
    near = own[own["gamma"] == _SPOKEN]["share"]
    figure.say(gamma=_SPOKEN, share=float(near.mean()) if len(near) else float("nan"))
