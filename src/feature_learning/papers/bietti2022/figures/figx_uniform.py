"""Distances of empirical losses and gradients from the population's, uniform over directions."""

from feature_learning import plotting as plot
from feature_learning.papers.bietti2022.shared.panels import exponent_hue
from feature_learning.plotting import Sheet, Tables

_PANELS = {"distance": "losses", "gradient": "gradients on the sphere"}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the largest distances of losses and of gradients against n."""
    runs = tables.runs("concentration")
    hue, n = exponent_hue(runs), runs["n"].drop_duplicates().sort_values().to_numpy()
    for ax, value in figure.facets(list(_PANELS), _PANELS.__getitem__, height=2.1, sharey=False):
        means = plot.estimates(runs, value, ["s", "n"], "log")
        plot.simulation(ax, means, "n", hue, join=True)
        top = 1.7 * means[means["n"] == n[0]]["estimate"].max()
        plot.guide(ax, n[1:], top * (n[1:] / n[0]) ** -0.5, "slope $-1/2$", at=None)
        plot.logarithmic(ax)
        ax.set(xlabel="samples $n$", ylabel="largest distance")
