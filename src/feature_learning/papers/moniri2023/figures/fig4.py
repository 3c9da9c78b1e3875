"""Singular values of the updated weights against the step."""

import numpy as np

from feature_learning import plotting as plot
from feature_learning.papers.moniri2023.shared.panels import ALPHA, say_sizes
from feature_learning.plotting import Sheet, Tables

_VALUES = plot.methods(
    "quantity", {"weight_1": ("network", "first"), "weight_2": ("network", "second")}
)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the two leading singular values against alpha."""
    say_sizes(figure, tables, "spectra")
    (ax,) = figure.panels(height=2.4)
    talk, predicted = (read("spectra", network="slides") for read in (tables.runs, tables.theory))
    talk, curve = talk[talk["alpha"] > 0], predicted[predicted["alpha"] > 0]
    curve = curve.sort_values("alpha")
    plot.theory(ax, curve.assign(quantity="weight_1"), "alpha", "weight_1", _VALUES)
    means = plot.estimates(talk, list(_VALUES.names), ["alpha"], "log")
    plot.simulation(ax, means, "alpha", _VALUES)
    first = means[means["quantity"] == "weight_1"]
    off = first["estimate"] / np.interp(first["alpha"], curve["alpha"], curve["weight_1"]) - 1
    edge = tables.value("spectra", "weight_edge")
    plot.level(ax, edge, "bulk's edge")
    plot.logarithmic(ax, "y")
    ax.set(xlabel=ALPHA, ylabel="singular value of $W_1$")
    largest = talk["alpha"].max()
    second = talk[talk["alpha"] == largest]["weight_2"].mean() / edge - 1
    figure.say(largest=f"{largest:g}", second=second, off=off.abs().max())
