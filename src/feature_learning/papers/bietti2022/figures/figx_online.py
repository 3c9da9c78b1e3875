"""Many passes over a sample against one, at several step sizes."""

from feature_learning.core.tables import Tables
from feature_learning.papers.bietti2022.shared.model import RECOVERED
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.marks import simulation
from feature_learning.plotting.palette import ordered
from feature_learning.plotting.sheet import Sheet

_TITLES = {1: "$s = 1$: close from $n = 3000$ on", 2: "$s = 2$: many passes need fewer samples"}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the share of inits that recover against the step size of one pass, and with many passes."""
    runs = tables.runs("one_pass")
    factors = sorted(runs["factor"].unique())
    many = len(factors) + 0.5
    place = runs["factor"].map(factors.index).where(runs["passes"] == "one", many)
    runs = runs.assign(at=place, found=(runs["overlap"] > RECOVERED).astype(float))
    shares = runs.groupby(["s", "n", "at", "seed"], as_index=False)["found"].mean()
    hue = ordered("n", runs["n"], "$n = {}$")
    for ax, s in figure.facets(sorted(map(int, runs["s"].unique())), _TITLES.__getitem__, height=2.0, sharex=True):
        found = estimates(shares[shares["s"] == s], "found", ["n", "at"], "logit")
        for part, join in ((found[found["at"] < many], True), (found[found["at"] == many], False)):
            simulation(ax, part, "at", hue, join=join, dodge=4.0)
        ax.axvline(many - 0.75, color="0.8", linewidth=0.6, zorder=1)
        names = [f"{factor:g}" for factor in factors]
        ax.set_xticks([*range(len(factors)), many], [*names, "many\npasses"])
        ax.set(xlabel="one pass: step size over that of many", ylabel="share of inits that recover")
        ax.set(xlim=(-0.5, many + 0.5), ylim=(-0.05, 1.05))
