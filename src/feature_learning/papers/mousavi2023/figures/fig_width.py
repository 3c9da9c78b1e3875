"""Several neurons: the largest overlap at the start, and how often one of them finds the target."""

import numpy as np

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import by_run

_BIASES = {"zero": "none", "random": "random", "constant": "$-1$"}
_WHO = {"some": "some neuron", "best": "the one with the least training loss"}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the largest of N overlaps, then shares of runs."""
    largest, shares, biases = figure.panels(1, 3, height=2.0)
    runs, law = by_run(tables.runs("width_overlap")), tables.theory("width_overlap")
    hue = plot.ordered("d", runs["d"], "$d = {}$")
    plot.theory(largest, law, "width", "largest", hue)
    plot.simulation(
        largest, plot.estimates(runs, "largest", ["d", "width"], "median"), "width", hue
    )
    width = np.geomspace(16.0, law["width"].max(), 40)
    asymptote = np.sqrt(2 * np.log(width) / law["d"].max())
    plot.guide(largest, width, asymptote, r"$\sqrt{2\ln N/d}$", at=None)
    plot.level(largest, 0.5, "1/2", at=0.02)
    plot.logarithmic(largest)
    largest.margins(x=0.06)
    largest.set(
        title="a good start is rare",
        xlabel="neurons $N$",
        ylabel=r"median of $\max_i\,|\langle w_i, \beta \rangle|$",
    )

    runs = tables.runs("width").melt(["seed", "width"], list(_WHO), "who", "aligned")
    means = plot.estimates(runs, "aligned", ["who", "width"], "fraction")
    plot.simulation(shares, means, "width", plot.unordered("who", _WHO), join=True)
    plot.logarithmic(shares, "x", ticks=sorted(runs["width"].unique()))
    shares.margins(x=0.1)
    shares.set(title="several find it", xlabel="neurons $N$", ylabel=r"share with $|\omega| > 1/2$")

    runs = tables.runs("random_biases")
    runs = runs.assign(place=runs["biases"].map(list(_BIASES).index))
    means = plot.estimates(runs, "aligned", ["place"], "fraction")
    plot.simulation(
        biases, means, "place", label="some of 16 neurons", colour=plot.METHODS["network"]
    )
    biases.set_xticks(range(len(_BIASES)), list(_BIASES.values()))
    biases.set(
        title="random biases suffice",
        xlabel="biases",
        ylabel=r"share with $|\omega| > 1/2$",
        xlim=(-0.5, len(_BIASES) - 0.5),
    )
