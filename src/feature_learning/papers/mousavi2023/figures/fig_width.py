"""Several neurons: the largest overlap at the start, and how often one of them finds the target."""

import math

import pandas as pd

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import by_run, crossing

_BIASES = ("zero", "random", "constant")
_WHO = {"some": "some neuron", "best": "least training loss"}
_HUE = plot.Hue("who", {"some": plot.BLUE, "best": plot.SKY}, _WHO, dict.fromkeys(_WHO, "o"))
_SHARE = "share aligned"
_NAMED = (16, 32, 64)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the largest of N overlaps, then shares of runs."""
    largest, shares = figure.hero(1, share=0.6, height=2.6)
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
    shares.set(title=r"Runs at $n = 12\,d$", xlabel="neurons $N$, trained")
    shares.set(ylabel=_SHARE, ylim=(-0.03, 1.03))

    with_biases = tables.runs("random_biases").groupby("biases")["aligned"].mean()
    named = {name: with_biases.get(name, math.nan) for name in _BIASES}
    figure.say(**named)
    figure.say(**{f"need_{d}": _needed(law[law["d"] == d]) for d in _NAMED})


def _needed(law: pd.DataFrame) -> float:
    """Return the width at which the largest overlap is 1/2."""
    return crossing(law["width"].to_numpy(), law["largest"].to_numpy(), 0.5)
