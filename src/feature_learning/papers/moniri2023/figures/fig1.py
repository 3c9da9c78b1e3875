"""Spectrum of the updated feature matrix: the talk's strip of histograms over what they show."""

import math

import numpy as np
import pandas as pd

from feature_learning import plotting as plot
from feature_learning.papers.moniri2023.shared.panels import NETWORKS, same_axis, step_regimes
from feature_learning.plotting import Sheet, Tables

_SHOWN = {
    -math.inf: "Untrained",
    0.2: r"$\alpha = 0.2$, $\ell = 1$",
    0.32: r"$\alpha = 0.32$, $\ell = 2$",
    0.39: r"$\alpha = 0.39$, $\ell = 4$",
}
_WRITTEN = plot.unordered("network", {"written": "talk's network, one batch"}, after=5)
_VECTORS = plot.unordered(
    "quantity",
    {
        "u_alignment": r"first, $X\beta$",
        "moved_alignment": "first, $Xm$",
        "moved2_alignment": "second, $(Xm)^2$",
    },
    after=1,
)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw four histograms in a strip, the leading singular values and the alignments against
    alpha.
    """
    *spectra, values, vectors = figure.mosaic(4, 2, height=1.85, heights=[0.65, 1.35], shared=[0])
    talk, predicted = (read("spectra", network="slides") for read in (tables.runs, tables.theory))
    n = tables.value("spectra", "n")
    written = tables.runs("spectra_written")
    shown = written[(written["seed"] == 0) & written["alpha"].isin(_SHOWN)]
    for ax, (alpha, title) in zip(spectra, _SHOWN.items(), strict=True):
        row = predicted[predicted["alpha"] == alpha].iloc[0]
        plot.spectrum(
            ax,
            np.asarray(shown[shown["alpha"] == alpha]["feature_singular_values"].iloc[0]),
            density_at=row["feature_density_at"],
            density=n * np.asarray(row["feature_density"]),
            outliers=[],
            upto=1.3 * shown["feature_1"].max(),
            bins=36,
        )
        ax.set(title=title, xlabel=r"value of $F/\sqrt{n}$")
    spectra[0].set_ylabel("count")
    same_axis(spectra, "x")

    runs, curves = tables.runs("spectra"), tables.theory("spectra")
    runs = pd.concat([runs, written.assign(network="written")])
    runs, curves = runs[runs["alpha"] > 0], curves[curves["alpha"] > 0]
    for value in ("feature_1", "feature_2"):
        plot.theory(values, curves, "alpha", value, NETWORKS)
        means = plot.estimates(runs, value, ["network", "alpha"], "log")
        plot.simulation(values, means, "alpha", NETWORKS + _WRITTEN)
    plot.logarithmic(values, "y")
    title = "Two largest singular values"
    values.set(title=title, ylabel=r"singular value of $F/\sqrt{n}$")

    columns = list(_VECTORS.names)
    curves = curves[curves["network"] == "slides"].melt("alpha", columns, "quantity")
    plot.theory(vectors, curves, "alpha", "value", _VECTORS, ends=True)
    means = plot.estimates(talk[talk["alpha"] > 0], columns, ["alpha"], "logit")
    plot.simulation(vectors, means, "alpha", _VECTORS)
    title = "Left vectors"
    vectors.set(title=title, ylabel="squared cosine")
    for ax in (values, vectors):
        step_regimes(ax)
