"""Spectrum of the updated weights."""

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.plotting.overlay import letter, simulation, theory
from feature_learning.plotting.sheet import Sheet
from feature_learning.plotting.spectrum import spectrum

_SHOWN = (0.2, 0.29, 0.39)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw three histograms, the leading singular values and the overlaps against alpha."""
    axes = figure.panels(2, 3, height=2.2)
    runs, predicted = tables.runs("spectra", interaction="drop"), tables.theory("spectra")
    d = int(runs["d"].iloc[0])
    upto = 1.08 * runs[(runs["seed"] == 0) & runs["alpha"].isin(_SHOWN)]["weight_1"].max()
    for ax, alpha in zip(axes, _SHOWN, strict=False):
        row = predicted[predicted["alpha"] == alpha].iloc[0]
        values = runs[(runs["alpha"] == alpha) & (runs["seed"] == 0)]["weight_singular_values"].iloc[0]
        ax.set_title(rf"$\alpha$ = {alpha}")
        spectrum(
            ax,
            np.asarray(values),
            density_at=row["weight_density_at"],
            density=d * np.asarray(row["weight_density"]),
            outliers=[row["weight_1"]] if row["weight_1"] > row["weight_edge"] else [],
            upto=upto,
        )
        ax.set_xlabel("singular value of $W_1$")
        ax.set_ylabel(f"count of {d}")
    axes[1].legend(loc="upper right")

    finite, curve = runs[runs["alpha"] > 0], predicted[predicted["alpha"] > 0]
    ax = axes[3]
    ax.set_title("leading singular values")
    simulation(ax, finite, "alpha", "weight_1", label="largest", series=0)
    simulation(ax, finite, "alpha", "weight_2", label="second", series=1)
    theory(ax, curve, "alpha", "weight_1", label="theory: outlier")
    theory(ax, curve, "alpha", "weight_edge", label="theory: edge", dash=1)
    ax.set_yscale("log")
    ax.set_yticks([2, 5, 10], ["2", "5", "10"])
    ax.minorticks_off()
    ax.set_xlabel(r"$\alpha = \log\eta/\log n$")
    ax.set_ylabel("singular value of $W_1$")
    ax.legend()

    ax = axes[4]
    ax.set_title("leading right vector")
    simulation(ax, finite, "alpha", "beta_alignment", label=r"with $\beta$", series=0)
    simulation(ax, finite, "alpha", "teacher_alignment", label=r"with $\beta_*$", series=1)
    theory(ax, curve, "alpha", "beta_alignment", label="theory")
    theory(ax, curve, "alpha", "teacher_alignment", label="_theory, teacher", dash=1)
    ax.set_xlabel(r"$\alpha = \log\eta/\log n$")
    ax.set_ylabel("squared cosine")
    ax.set_ylim(-0.03, 1.03)
    ax.legend()
    figure.delaxes(axes[5])
    letter(axes[:5])
