"""Spectrum of the updated weights."""

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.papers.moniri2023.shared.panels import ALPHA, NETWORKS
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.lines import level, logarithmic
from feature_learning.plotting.marks import simulation, theory
from feature_learning.plotting.palette import unordered
from feature_learning.plotting.sheet import Sheet
from feature_learning.plotting.spectrum import spectrum

_SHOWN = (0.2, 0.29, 0.39)
_OVERLAPS = unordered(
    "quantity",
    {"beta_alignment": r"with $\beta$", "weight_alignment": "with $m$", "teacher_alignment": r"with $\beta_*$"},
    after=1,
)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw three histograms in a strip, the leading singular values and the overlaps against alpha."""
    *spectra, values, overlaps = figure.mosaic(3, 2, height=1.85, heights=[0.65, 1.35], shared=[0])
    own, predicted = tables.runs("spectra", network="slides"), tables.theory("spectra", network="slides")
    d = int(own["d"].iloc[0])
    shown = own[(own["seed"] == 0) & own["alpha"].isin(_SHOWN)]
    for ax, alpha in zip(spectra, _SHOWN, strict=True):
        row = predicted[predicted["alpha"] == alpha].iloc[0]
        ax.set_title(rf"$\alpha = {alpha}$")
        spectrum(
            ax,
            np.asarray(shown[shown["alpha"] == alpha]["weight_singular_values"].iloc[0]),
            density_at=row["weight_density_at"],
            density=d * np.asarray(row["weight_density"]),
            outliers=[row["weight_1"]] if row["weight_1"] > row["weight_edge"] else [],
            upto=1.3 * shown["weight_1"].max(),
            bins=36,
        )
        ax.set_xlabel("singular value of $W_1$")
    spectra[0].set_ylabel("count")

    runs, curves = tables.runs("spectra"), tables.theory("spectra")
    runs, curves = runs[runs["alpha"] > 0], curves[curves["alpha"] > 0]
    values.set_title(r"only one value leaves the bulk up to $\alpha = 0.4$")
    theory(values, curves, "alpha", "weight_1", NETWORKS)
    for value in ("weight_1", "weight_2"):
        simulation(values, estimates(runs, value, ["network", "alpha"], "log"), "alpha", NETWORKS, nested=True)
    level(values, float(predicted["weight_edge"].iloc[0]), "bulk")
    logarithmic(values, "y")
    values.set_ylabel("singular value of $W_1$")

    overlaps.set_title("its vector is $m$, partly the teacher")
    columns = list(_OVERLAPS.names)
    own_curves = curves[curves["network"] == "slides"]
    theory(overlaps, own_curves.melt("alpha", columns, "quantity"), "alpha", "value", _OVERLAPS, ends=True)
    found = estimates(own[own["alpha"] > 0], columns, ["alpha"], "logit")
    simulation(overlaps, found, "alpha", _OVERLAPS, dodge=1.5)
    overlaps.set_ylabel("squared cosine")
    for ax in (values, overlaps):
        ax.set_xlabel(ALPHA)
