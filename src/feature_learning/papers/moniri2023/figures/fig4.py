"""Spectrum of the updated weights."""

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.papers.moniri2023.gains import ALPHA
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.lines import logarithmic
from feature_learning.plotting.marks import simulation, theory
from feature_learning.plotting.palette import unordered
from feature_learning.plotting.sheet import Sheet
from feature_learning.plotting.spectrum import spectrum

_SHOWN = (0.2, 0.29, 0.39)
_VALUES = unordered("quantity", {"weight_1": "first", "weight_2": "second"})
_OVERLAPS = unordered(
    "quantity",
    {"beta_alignment": r"with $\beta$", "teacher_alignment": r"with $\beta_*$"},
)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw three histograms, the leading singular values and the overlaps against alpha."""
    *spectra, values, overlaps = figure.mosaic(3, 2, shared=[0])
    runs, predicted = tables.runs("spectra", interaction="drop"), tables.theory("spectra")
    d = int(runs["d"].iloc[0])
    shown = runs[(runs["seed"] == 0) & runs["alpha"].isin(_SHOWN)]
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
        )
        ax.set_xlabel("singular value of $W_1$")
    spectra[0].set_ylabel("count")

    finite, curve = runs[runs["alpha"] > 0], predicted[predicted["alpha"] > 0]
    values.set_title("only one value leaves the bulk")
    curves = curve.rename(columns={"weight_edge": "weight_2"})
    columns = list(_VALUES.names)
    theory(values, curves.melt("alpha", columns, "quantity"), "alpha", "value", _VALUES, ends=True)
    simulation(values, estimates(finite, columns, ["alpha"], "log"), "alpha", _VALUES)
    logarithmic(values, "y")
    values.set_ylabel("singular value of $W_1$")

    overlaps.set_title("its right vector finds the teacher")
    columns = list(_OVERLAPS.names)
    theory(overlaps, curve.melt("alpha", columns, "quantity"), "alpha", "value", _OVERLAPS, ends=True)
    found = estimates(finite, columns, ["alpha"], "logit")
    simulation(overlaps, found, "alpha", _OVERLAPS)
    overlaps.set_ylabel("squared cosine")
    for ax in (values, overlaps):
        ax.set_xlabel(ALPHA)
