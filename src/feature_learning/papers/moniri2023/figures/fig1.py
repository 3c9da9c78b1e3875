"""Spectrum of the updated feature matrix."""

import math

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.plotting.overlay import letter, mark, simulation, theory
from feature_learning.plotting.sheet import Sheet
from feature_learning.plotting.spectrum import spectrum

_SHOWN = (-math.inf, 0.2, 0.29, 0.39)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw four histograms, the leading singular values and the alignments against alpha."""
    axes = figure.panels(2, 3, height=2.2)
    runs, predicted = tables.runs("spectra", interaction="drop"), tables.theory("spectra")
    width = int(runs["width"].iloc[0])
    n = int(runs["n"].iloc[0])
    upto = 1.08 * max(runs[(runs["seed"] == 0) & runs["alpha"].isin(_SHOWN)]["feature_1"].max(), 2.0)
    for ax, alpha in zip(axes, _SHOWN, strict=False):
        row = predicted[predicted["alpha"] == alpha].iloc[0]
        values = runs[(runs["alpha"] == alpha) & (runs["seed"] == 0)]["feature_singular_values"].iloc[0]
        ax.set_title("untrained" if alpha == -math.inf else rf"$\alpha$ = {alpha}")
        spectrum(
            ax,
            np.asarray(values),
            density_at=row["feature_density_at"],
            density=n * np.asarray(row["feature_density"]),
            outliers=[row["feature_1"], row["feature_2"]][: int(row["outliers"])],
            upto=upto,
        )
        ax.set_xlabel(r"singular value of $F/\sqrt{n}$")
        ax.set_ylabel(f"count of {min(n, width)}")
    axes[1].legend(loc="upper right")

    finite, curve = runs[runs["alpha"] > 0], predicted[predicted["alpha"] > 0]
    ax = axes[4]
    ax.set_title("leading singular values")
    for k, column in enumerate(("feature_1", "feature_2")):
        simulation(ax, finite, "alpha", column, label=["largest", "second"][k], series=k)
        theory(ax, curve, "alpha", column, label="theory" if k == 0 else "_theory", dash=k)
    mark(ax, [0.25, 1 / 3], label="range of $\\ell$ ends")
    ax.set_yscale("log")
    ax.set_yticks([1, 2, 5], ["1", "2", "5"])
    ax.minorticks_off()
    ax.set_xlabel(r"$\alpha = \log\eta/\log n$")
    ax.set_ylabel(r"singular value of $F/\sqrt{n}$")
    ax.legend()

    ax = axes[5]
    ax.set_title("alignment of left vectors")
    simulation(ax, finite, "alpha", "u_alignment", label="first with $u$", series=0)
    simulation(ax, finite, "alpha", "u2_alignment", label="second with $u^2$", series=1)
    kept = tables.runs("spectra", interaction="keep")
    simulation(ax, kept[kept["alpha"] > 0], "alpha", "u_alignment", label="first, interaction kept", series=2)
    theory(ax, curve, "alpha", "u_alignment", label="theory")
    theory(ax, curve, "alpha", "u2_alignment", label="_theory", dash=1)
    theory(ax, curve, "alpha", "kept_cosine", label="theory: saturation", dash=2)
    ax.set_xlabel(r"$\alpha = \log\eta/\log n$")
    ax.set_ylabel("squared cosine")
    ax.set_ylim(-0.03, 2.1)
    ax.set_yticks([0, 0.5, 1])
    ax.legend(loc="upper left")
    letter(axes)
