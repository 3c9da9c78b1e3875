"""One gradient step and the top principal component against the target, by structure."""

import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.mousavi2023.shared.model import Structure
from feature_learning.papers.mousavi2023.shared.structures import structure_hue
from feature_learning.plotting import Sheet, Tables

_VECTORS = plot.methods(
    "quantity",
    {
        "gradient_cosine": ("network", "first gradient"),
        "pca_cosine": ("linear", "top principal component"),
    },
)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw cosines with beta for each structure, then whitened overlaps and the risk of PCA."""
    *cosines, overlaps, risks = figure.mosaic(2, 2, 2, height=1.6, shared=(0, 1))
    runs, law = tables.runs("one_step"), tables.theory("one_step")
    structures = Structure.in_rows(runs)
    hue = structure_hue(structures.values())
    for ax, name in zip(cosines, hue.names, strict=False):
        of_name = runs[runs["structure"] == name]
        _cosines(ax, of_name, law[law["structure"] == name], structures[name])
    cosines[2].sharey(cosines[0])
    for ax in cosines:
        plot.logarithmic(ax, "y")

    plot.theory(overlaps, law, "d", "start", hue, dashed=True)
    plot.theory(overlaps, law, "d", "gradient_overlap", hue)
    means = plot.estimates(runs, "gradient_overlap", ["structure", "d"], "logit")
    plot.simulation(overlaps, means, "d", hue)
    figure.name(plot.Entry(overlaps, "start (median neuron)", "theory", "black", dashes="--"))
    overlaps.set(title="a warm start: overlap before and after", ylabel=r"overlap $|\omega|$")

    plot.theory(risks, law, "d", "pca_risk", hue)
    plot.simulation(risks, plot.estimates(runs, "pca_risk", ["structure", "d"], "logit"), "d", hue)
    risks.set(title=r"PCA + fit of $h_2$: solved where $\gamma_2 > 2\gamma_1$", ylabel="risk")
    for ax in (*cosines, overlaps, risks):
        plot.logarithmic(ax, "x", ticks=sorted(runs["d"].unique()))
        ax.margins(x=0.08)
        ax.set(xlabel="dimension $d$")


def _cosines(ax: Axes, runs: pd.DataFrame, law: pd.DataFrame, structure: Structure) -> None:
    gamma1, gamma2 = structure.exponents
    columns, last = list(_VECTORS.names), law.sort_values("d").iloc[-1]
    powers = {column: last[column.replace("cosine", "exponent")] for column in columns}
    both = not any(powers.values())
    plot.theory(ax, law.melt("d", columns, "quantity"), "d", "value", _VECTORS)
    plot.simulation(ax, plot.estimates(runs, columns, ["d"], "logit"), "d", _VECTORS)
    sheet, outcome = plot.sheet_of(ax), "both find it" if both else "neither finds it"
    if both:
        sheet.edge_label(ax, 1.0, "both to 1", plot.PREDICTION)
    for column, power in powers.items():
        if power:
            colour = plot.darker(_VECTORS.colours[column])
            sheet.edge_label(ax, last[column], f"$\\sim d^{{{power:.2f}}}$", colour)
    ax.set(
        title=rf"$\gamma_1 = {gamma1:g}$, $\gamma_2 = {gamma2:g}$: {outcome}",
        ylabel=r"cosine with $\beta$",
    )
