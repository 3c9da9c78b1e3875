"""Spectrum of the updated weights."""

import numpy as np

from feature_learning import plotting as plot
from feature_learning.papers.moniri2023.shared.panels import ALPHA, NETWORKS, say_sizes
from feature_learning.plotting import Sheet, Tables

_SHOWN = 0.39


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the leading singular values against alpha, and the histogram of one large step."""
    say_sizes(figure, tables, "spectra")
    values, spectrum = figure.hero(1, share=0.54, height=2.6)
    runs, curves = tables.runs("spectra"), tables.theory("spectra")
    runs, curves = runs[runs["alpha"] > 0], curves[curves["alpha"] > 0]
    plot.theory(values, curves, "alpha", "weight_1", NETWORKS)
    for value in ("weight_1", "weight_2"):
        means = plot.estimates(runs, value, ["network", "alpha"], "log")
        plot.simulation(values, means, "alpha", NETWORKS)
    edge = tables.value("spectra", "weight_edge")
    plot.level(values, edge, "bulk's edge")
    second = runs[runs["alpha"] == runs["alpha"].max()]["weight_2"].mean()
    figure.edge_label(values, 1.001 * max(second, edge), "second value", "black")
    plot.logarithmic(values, "y")
    title = "Two largest singular values"
    values.set(title=title, xlabel=ALPHA, ylabel="singular value of $W_1$")

    talk, predicted = (read("spectra", network="slides") for read in (tables.runs, tables.theory))
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
        label="one seed",
        key=False,
    )
    spectrum.set(
        title=rf"One seed, $\alpha = {_SHOWN}$", xlabel="singular value of $W_1$", ylabel="count"
    )
    low, high = spectrum.get_ylim()
    spectrum.set_ylim(top=high * (high / low) ** 0.22)  # for the names
    largest = talk["alpha"].max()
    last = talk[talk["alpha"] == largest]
    overlaps = talk[talk["alpha"] == _SHOWN][["weight_alignment", "beta_alignment"]].mean()
    figure.say(
        largest=f"{largest:g}",
        second=last["weight_2"].mean() / edge - 1,
        with_m=overlaps["weight_alignment"],
        with_beta=overlaps["beta_alignment"],
        at=_SHOWN,
    )
