"""Several neurons: the largest overlap at the start, and how often one of them finds the target."""

import pandas as pd

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import by_run, crossing

_BIASES = {"zero": "none", "random": "random", "constant": "$-1$"}
_WHO = {"some": "some neuron", "best": "least training loss"}
_HUE = plot.Hue("who", {"some": plot.BLUE, "best": plot.SKY}, _WHO, dict.fromkeys(_WHO, "o"))
_SHARE = "share aligned"
_NAMED = (16, 32, 64)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the largest of N overlaps, then shares of runs."""
    largest, shares, biases = figure.hero(2, share=0.58, height=3.0)
    runs, law = by_run(tables.runs("width_overlap")), tables.theory("width_overlap")
    hue = plot.ordered("d", runs["d"], "$d = {}$")
    plot.theory(largest, law, "width", "largest", hue, ends=True)
    plot.simulation(
        largest, plot.estimates(runs, "largest", ["d", "width"], "median"), "width", hue
    )
    plot.level(largest, 0.5, "1/2", at=0.02)
    plot.logarithmic(largest)
    largest.margins(x=0.06)
    largest.set(
        title="The best of $N$ starts",
        xlabel="neurons $N$",
        ylabel=r"median of $\max_i\,|\langle w_i, \beta \rangle|$",
    )

    runs = tables.runs("width").melt(["seed", "width"], list(_WHO), "who", "aligned")
    means = plot.estimates(runs, "aligned", ["who", "width"], "fraction")
    plot.simulation(shares, means, "width", _HUE, join=True)
    plot.logarithmic(shares, "x", ticks=sorted(runs["width"].unique()))
    shares.margins(x=0.1)
    shares.set(title=r"$n = 12\,d$, bias $-1$", xlabel="width", ylabel=_SHARE, ylim=(-0.03, 1.03))

    runs = tables.runs("random_biases")
    runs = runs.assign(place=runs["biases"].map(list(_BIASES).index))
    means = plot.estimates(runs, "aligned", ["place"], "fraction")
    plot.simulation(biases, means, "place", label="some neuron", colour=plot.METHODS["network"])
    biases.set_xticks(range(len(_BIASES)), list(_BIASES.values()))
    biases.set(
        title=r"$n = 32\,d$, 16 neurons",
        xlabel="biases",
        ylabel=_SHARE,
        ylim=(-0.03, 1.03),
        xlim=(-0.5, len(_BIASES) - 0.5),
    )
    figure.say(**{f"need_{d}": _needed(law[law["d"] == d]) for d in _NAMED})


def _needed(law: pd.DataFrame) -> float:
    """Return the width at which the largest overlap is 1/2."""
    return crossing(law["width"].to_numpy(), law["largest"].to_numpy(), 0.5)
