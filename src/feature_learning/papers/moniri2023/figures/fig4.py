"""Spectrum of the updated weights."""

import numpy as np

from feature_learning import plotting as plot
from feature_learning.papers.moniri2023.shared.panels import ALPHA, say_sizes
from feature_learning.plotting import Sheet, Tables

_SHOWN = 0.39
_VALUES = plot.methods(
    "quantity", {"weight_1": ("network", "first"), "weight_2": ("network", "second")}
)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the leading singular values against alpha, and the histogram of one large step."""
    say_sizes(figure, tables, "spectra")
    values, spectrum = figure.hero(1, share=0.54, height=2.6)
    talk, predicted = (read("spectra", network="slides") for read in (tables.runs, tables.theory))
    talk, curve = talk[talk["alpha"] > 0], predicted[predicted["alpha"] > 0]
    curve = curve.sort_values("alpha")
    plot.theory(values, curve.assign(quantity="weight_1"), "alpha", "weight_1", _VALUES)
    means = plot.estimates(talk, list(_VALUES.names), ["alpha"], "log")
    plot.simulation(values, means, "alpha", _VALUES)
    first = means[means["quantity"] == "weight_1"]
    off = first["estimate"] / np.interp(first["alpha"], curve["alpha"], curve["weight_1"]) - 1
    edge = tables.value("spectra", "weight_edge")
    plot.level(values, edge, "bulk's edge")
    plot.logarithmic(values, "y")
    title = "Two largest singular values"
    values.set(title=title, xlabel=ALPHA, ylabel="singular value of $W_1$")

    one = talk[(talk["seed"] == 0) & (talk["alpha"] == _SHOWN)].iloc[0]
    row = predicted[predicted["alpha"] == _SHOWN].iloc[0]
    plot.spectrum(
        spectrum,
        np.asarray(one["weight_singular_values"]),
        density_at=row["weight_density_at"],
        density=tables.value("spectra", "d") * np.asarray(row["weight_density"]),
        outliers=[row["weight_1"]] if row["weight_1"] > row["weight_edge"] else [],
        upto=1.3 * max(one["weight_1"], row["weight_1"]),
        bins=36,
    )
    spectrum.set(
        title=rf"One seed, $\alpha = {_SHOWN}$", xlabel="singular value of $W_1$", ylabel="count"
    )
    low, high = spectrum.get_ylim()
    spectrum.set_ylim(top=high * (high / low) ** 0.22)  # for the names
    largest = talk["alpha"].max()
    second = talk[talk["alpha"] == largest]["weight_2"].mean() / edge - 1
    beyond = int((np.asarray(one["weight_singular_values"]) > edge).sum())
    figure.say(
        largest=f"{largest:g}", second=second, beyond=max(beyond - 1, 0), off=off.abs().max()
    )
