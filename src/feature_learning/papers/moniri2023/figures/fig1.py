"""Spectrum of the updated feature matrix."""

import math

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.papers.moniri2023.gains import step_regimes
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.lines import logarithmic
from feature_learning.plotting.marks import simulation, theory
from feature_learning.plotting.palette import unordered
from feature_learning.plotting.sheet import Sheet
from feature_learning.plotting.spectrum import spectrum

_SHOWN = {
    -math.inf: "untrained",
    0.29: r"one spike, $\alpha = 0.29$",
    0.39: r"two spikes, $\alpha = 0.39$",
}
_VALUES = unordered("quantity", {"feature_1": "first", "feature_2": "second"})
_VECTORS = unordered(
    "quantity",
    {
        "u_alignment": "first, $u$",
        "u2_alignment": "second, $u^2$",
        "kept": "first, $u$, kept",
    },
)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw three histograms, the leading singular values and the alignments against alpha."""
    *spectra, values, vectors = figure.mosaic(3, 2, shared=[0])
    runs, predicted = tables.runs("spectra", interaction="drop"), tables.theory("spectra")
    n = int(runs["n"].iloc[0])
    shown = runs[(runs["seed"] == 0) & runs["alpha"].isin(_SHOWN)]
    for ax, (alpha, title) in zip(spectra, _SHOWN.items(), strict=True):
        row = predicted[predicted["alpha"] == alpha].iloc[0]
        ax.set_title(title)
        spectrum(
            ax,
            np.asarray(shown[shown["alpha"] == alpha]["feature_singular_values"].iloc[0]),
            density_at=row["feature_density_at"],
            density=n * np.asarray(row["feature_density"]),
            outliers=[row["feature_1"], row["feature_2"]][: int(row["outliers"])],
            upto=1.3 * shown["feature_1"].max(),
        )
        ax.set_xlabel(r"singular value of $F/\sqrt{n}$")
    spectra[0].set_ylabel("count")

    finite, curve = runs[runs["alpha"] > 0], predicted[predicted["alpha"] > 0]
    values.set_title("singular values leave the bulk in turn")
    columns = list(_VALUES.names)
    theory(values, curve.melt("alpha", columns, "quantity"), "alpha", "value", _VALUES, ends=True)
    simulation(values, estimates(finite, columns, ["alpha"], "log"), "alpha", _VALUES)
    logarithmic(values, "y")
    values.set_ylabel(r"singular value of $F/\sqrt{n}$")

    vectors.set_title("their left vectors find $u$, then $u^2$")
    kept = tables.runs("spectra", interaction="keep")
    kept = estimates(kept[kept["alpha"] > 0], "u_alignment", ["alpha"], "logit")
    dropped = estimates(finite, ["u_alignment", "u2_alignment"], ["alpha"], "logit")
    curves = curve.rename(columns={"kept_cosine": "kept"}).melt("alpha", list(_VECTORS.names), "quantity")
    theory(vectors, curves, "alpha", "value", _VECTORS, ends=True)
    simulation(vectors, pd.concat([dropped, kept.assign(quantity="kept")]), "alpha", _VECTORS)
    vectors.set_ylabel("squared cosine")
    for ax in (values, vectors):
        step_regimes(ax)
