"""Spectrum of the updated weights."""

import numpy as np

from feature_learning import plotting as plot
from feature_learning.papers.moniri2023.shared.panels import ALPHA, NETWORKS
from feature_learning.plotting import Sheet, Tables

_SHOWN = (0.2, 0.29, 0.39)
_OVERLAPS = plot.unordered(
    "quantity",
    {
        "beta_alignment": r"with $\beta$",
        "weight_alignment": "with $m$",
        "teacher_alignment": r"with $\beta_*$",
    },
    after=1,
)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw three histograms in a strip, the leading singular values and the overlaps against
    alpha.
    """
    *spectra, values, overlaps = figure.mosaic(3, 2, height=1.85, heights=[0.65, 1.35], shared=[0])
    talk, predicted = (read("spectra", network="slides") for read in (tables.runs, tables.theory))
    d = tables.value("spectra", "d")
    shown = talk[(talk["seed"] == 0) & talk["alpha"].isin(_SHOWN)]
    for ax, alpha in zip(spectra, _SHOWN, strict=True):
        row = predicted[predicted["alpha"] == alpha].iloc[0]
        plot.spectrum(
            ax,
            np.asarray(shown[shown["alpha"] == alpha]["weight_singular_values"].iloc[0]),
            density_at=row["weight_density_at"],
            density=d * np.asarray(row["weight_density"]),
            outliers=[row["weight_1"]] if row["weight_1"] > row["weight_edge"] else [],
            upto=1.3 * shown["weight_1"].max(),
            bins=36,
        )
        ax.set(title=rf"$\alpha = {alpha}$", xlabel="singular value of $W_1$")
    spectra[0].set_ylabel("count")

    runs, curves = tables.runs("spectra"), tables.theory("spectra")
    runs, curves = runs[runs["alpha"] > 0], curves[curves["alpha"] > 0]
    plot.theory(values, curves, "alpha", "weight_1", NETWORKS)
    for value in ("weight_1", "weight_2"):
        means = plot.estimates(runs, value, ["network", "alpha"], "log")
        plot.simulation(values, means, "alpha", NETWORKS)
    plot.level(values, tables.value("spectra", "weight_edge"), "bulk")
    plot.logarithmic(values, "y")
    title = "Two largest singular values"
    values.set(title=title, xlabel=ALPHA, ylabel="singular value of $W_1$")

    columns = list(_OVERLAPS.names)
    curves = curves[curves["network"] == "slides"].melt("alpha", columns, "quantity")
    plot.theory(overlaps, curves, "alpha", "value", _OVERLAPS, ends=True)
    means = plot.estimates(talk[talk["alpha"] > 0], columns, ["alpha"], "logit")
    plot.simulation(overlaps, means, "alpha", _OVERLAPS)
    title = "Right vector"
    overlaps.set(title=title, xlabel=ALPHA, ylabel="squared cosine")
