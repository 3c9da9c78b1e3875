"""One gradient step and the top principal component against the target, by structure."""

import pandas as pd
from matplotlib.axes import Axes

from feature_learning.core.tables import Tables
from feature_learning.papers.mousavi2023.shared.model import gammas
from feature_learning.papers.mousavi2023.shared.structures import structure_hue
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.key import Entry
from feature_learning.plotting.lines import logarithmic
from feature_learning.plotting.marks import simulation, theory
from feature_learning.plotting.palette import PREDICTION, Hue, darker, methods
from feature_learning.plotting.sheet import Sheet, sheet_of

_VECTORS = methods(
    "quantity",
    {"gradient_cosine": ("network", "first gradient"), "pca_cosine": ("linear", "top principal component")},
)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw cosines with beta for each structure, then whitened overlaps and the risk of PCA."""
    axes = figure.mosaic(2, 2, 2, height=1.6, shared=(0, 1))
    runs, predicted = tables.runs("one_step"), tables.theory("one_step")
    hue = structure_hue(runs["structure"].unique())
    for ax, structure in zip(axes, hue.names, strict=False):
        _cosines(ax, runs[runs["structure"] == structure], predicted[predicted["structure"] == structure], structure)
    axes[2].sharey(axes[0])
    for ax in axes[:4]:
        logarithmic(ax, "y")
    _overlaps(axes[4], runs, predicted, hue)
    axes[5].set_title(r"PCA + fit of $h_2$: solved where $\gamma_2 > 2\gamma_1$")
    theory(axes[5], predicted, "d", "pca_risk", hue)
    simulation(axes[5], estimates(runs, "pca_risk", ["structure", "d"], "logit"), "d", hue)
    axes[5].set_ylabel("risk")
    for ax in axes:
        logarithmic(ax, "x", ticks=sorted(runs["d"].unique()))
        ax.margins(x=0.08)
        ax.set_xlabel("dimension $d$")


def _cosines(ax: Axes, runs: pd.DataFrame, predicted: pd.DataFrame, structure: str) -> None:
    gamma1, gamma2 = gammas(structure) or (0.0, 0.0)
    columns = list(_VECTORS.names)
    last = predicted.sort_values("d").iloc[-1]
    powers = {column: float(last[column.replace("cosine", "exponent")]) for column in columns}
    both = not any(powers.values())
    theory(ax, predicted.melt("d", columns, "quantity"), "d", "value", _VECTORS)
    simulation(ax, estimates(runs, columns, ["d"], "logit"), "d", _VECTORS, nested=both)
    ax.set_title(rf"$\gamma_1 = {gamma1:g}$, $\gamma_2 = {gamma2:g}$: " + ("both find it" if both else "neither finds it"))
    if both:
        sheet_of(ax).edge_label(ax, 1.0, "both to 1", PREDICTION)
    for column, power in powers.items():
        if power:
            sheet_of(ax).edge_label(ax, float(last[column]), f"$\\sim d^{{{power:.2f}}}$", darker(_VECTORS.colours[column]))
    ax.set_ylabel(r"cosine with $\beta$")


def _overlaps(ax: Axes, runs: pd.DataFrame, predicted: pd.DataFrame, hue: Hue) -> None:
    ax.set_title("a warm start: overlap before and after")
    theory(ax, predicted, "d", "start", hue, dashed=True)
    theory(ax, predicted, "d", "gradient_overlap", hue)
    simulation(ax, estimates(runs, "gradient_overlap", ["structure", "d"], "logit"), "d", hue)
    sheet_of(ax).name(Entry(ax, "start (median neuron)", "theory", "black", dashes="--"))
    ax.set_ylabel(r"overlap $|\omega|$")
