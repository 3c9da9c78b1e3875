"""Several neurons: the largest overlap at the start, and how often one of them finds the target."""

import numpy as np

from feature_learning.plotting import (
    Sheet,
    Tables,
    estimates,
    guide,
    level,
    logarithmic,
    ordered,
    simulation,
    theory,
    unordered,
)
from feature_learning.statistics import by_run

_WHO = {"some": "some neuron", "best": "the one with the least training loss"}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the largest of N overlaps, then shares of runs."""
    largest, shares = figure.panels(1, 2)
    runs, exact = tables.runs("width_overlap"), tables.theory("width_overlap")
    hue = ordered("d", runs["d"], "$d = {}$")
    largest.set_title("an overlap of 1/2 takes a huge width")
    theory(largest, exact, "width", "largest", hue)
    simulation(largest, estimates(by_run(runs), "largest", ["d", "width"], "median"), "width", hue)
    top = exact[exact["d"] == exact["d"].max()]
    x = np.geomspace(16.0, top["width"].max(), 40)
    guide(largest, x, np.sqrt(2 * np.log(x) / top["d"].iloc[0]), r"$\sqrt{2\ln N/d}$", at=None)
    level(largest, 0.5, "1/2", at=0.02)
    logarithmic(largest)
    largest.margins(x=0.06)
    largest.set_ylabel(r"median of $\max_i\,|\langle w_i, \beta \rangle|$")
    own = tables.runs("width").melt(["seed", "width"], list(_WHO), "who", "aligned")
    shares.set_title("several find the target more often")
    who = unordered("who", _WHO)
    simulation(
        shares,
        estimates(own, "aligned", ["who", "width"], "fraction"),
        "width",
        who,
        join=True,
        dodge=4,
    )
    logarithmic(shares, "x", ticks=sorted(own["width"].unique()))
    shares.margins(x=0.1)
    shares.set_ylabel(r"share with $|\omega| > 1/2$")
    for ax in (largest, shares):
        ax.set_xlabel("neurons $N$")
