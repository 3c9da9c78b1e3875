"""Many passes over a sample against one, at several step sizes."""

from feature_learning import plotting as plot
from feature_learning.papers.bietti2022.shared.thresholds import recovered
from feature_learning.plotting import Sheet, Tables

_TITLES = {1: "$s = 1$: close from $n = 3000$ on", 2: "$s = 2$: many passes need fewer samples"}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the share of inits that recover against the step size of one pass, and with many
    passes.
    """
    runs, factors = tables.runs("one_pass"), tables.values("one_pass", "factor")
    many = len(factors) + 0.5
    place = runs["factor"].map(factors.index).where(runs["passes"] == "one", many)
    shares = recovered(runs.assign(place=place), "s", "n", "place")
    hue = plot.ordered("n", runs["n"], "$n = {}$")
    exponents = sorted(runs["s"].unique())
    for ax, s in figure.facets(exponents, _TITLES.__getitem__, height=2.0, sharex=True):
        means = plot.estimates(shares[shares["s"] == s], "recovered", ["n", "place"], "logit")
        plot.simulation(ax, means[means["place"] < many], "place", hue, join=True, dodge=4.0)
        plot.simulation(ax, means[means["place"] == many], "place", hue, dodge=4.0)
        ax.axvline(many - 0.75, color="0.8", linewidth=0.6, zorder=1)
        names = [f"{factor:g}" for factor in factors]
        ax.set_xticks([*range(len(factors)), many], [*names, "many\npasses"])
        ax.set(
            xlabel="one pass: step size over that of many",
            ylabel="share of inits that recover",
            xlim=(-0.5, many + 0.5),
            ylim=(-0.05, 1.05),
        )
