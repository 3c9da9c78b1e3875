"""The two largest singular values of the updated feature matrix against the step."""

import pandas as pd

from feature_learning import plotting as plot
from feature_learning.papers.moniri2023.panels import say_sizes, step_regimes
from feature_learning.plotting import Sheet, Tables

_FRESH = plot.methods("network", {"slides": ("network", "fresh batch")})
_WRITTEN = plot.methods("network", {"written": ("variant", "one batch")})


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the leading singular values against alpha, on one batch and on a fresh one."""
    say_sizes(figure, tables, "spectra")
    (ax,) = figure.panels(height=2.6)
    runs, curves = (read("spectra", network="slides") for read in (tables.runs, tables.theory))
    runs = pd.concat([runs, tables.runs("spectra_written").assign(network="written")])
    runs, curves = runs[runs["alpha"] > 0], curves[curves["alpha"] > 0]
    for value in ("feature_1", "feature_2"):
        plot.theory(ax, curves, "alpha", value, _FRESH)
        means = plot.estimates(runs, value, ["network", "alpha"], "log")
        plot.simulation(ax, means, "alpha", _FRESH + _WRITTEN)
    plot.logarithmic(ax, "y")
    ax.set(title="Two largest singular values", ylabel=r"singular value of $F/\sqrt{n}$")
    step_regimes(ax)
    ax.set_xlim(right=3 / 7)  # where the range of six spikes ends
