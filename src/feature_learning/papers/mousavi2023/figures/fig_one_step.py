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
_STEP = plot.unordered(
    "quantity", {"aligned": "from the random neuron", "aligned_step": "from the step"}
)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw cosines with beta for each structure, then the warm start and the risk of PCA."""
    *cosines, learned, risks = figure.mosaic(2, 2, 2, height=1.6, shared=(0, 1))
    runs, law = tables.runs("one_step", k=1), tables.theory("one_step")
    structures = Structure.in_rows(runs)
    hue = structure_hue(structures.values())
    for ax, name in zip(cosines, hue.names, strict=False):
        of_name = runs[runs["structure"] == name]
        _cosines(ax, of_name, law[law["structure"] == name], structures[name])
    cosines[2].sharey(cosines[0])
    for ax in cosines:
        plot.logarithmic(ax, "y")
    _warm(learned, tables)

    plot.theory(risks, law, "d", "pca_risk", hue)
    plot.simulation(risks, plot.estimates(runs, "pca_risk", ["structure", "d"], "logit"), "d", hue)
    risks.set(title=r"PCA + fit of $h_2$: solved where $\gamma_2 > 2\gamma_1$", ylabel="risk")
    for ax in (*cosines, risks):
        plot.logarithmic(ax, "x", ticks=sorted(runs["d"].unique()))
        ax.margins(x=0.08)
        ax.set(xlabel="dimension $d$")


def _warm(ax: Axes, tables: Tables) -> None:
    """Draw the share of runs that the whitened flow aligns, from before and after the step."""
    runs = tables.runs("warm_start", ratio=tables.values("warm_start", "ratio")[-1])
    names = list(dict.fromkeys(runs["structure"]))
    runs = runs.assign(place=runs["structure"].map(names.index))
    runs = runs.melt(["seed", "place"], list(_STEP.names), "quantity", "share")
    shares = plot.estimates(runs, "share", ["quantity", "place"], "fraction")
    plot.simulation(ax, shares, "place", _STEP, dodge=5)
    labels = ["no\nspike" if name == "isotropic" else name.replace("-", ",\n") for name in names]
    ax.set_xticks(range(len(names)), labels)
    ax.set(
        title="$k = 3$: the step helps the flow",
        xlabel=r"structure $\gamma_1$, $\gamma_2$",
        ylabel="share aligned",
        xlim=(-0.5, len(names) - 0.5),
        ylim=(-0.05, 1.1),
    )


def _cosines(ax: Axes, runs: pd.DataFrame, law: pd.DataFrame, structure: Structure) -> None:
    gamma1, gamma2 = structure.exponents
    columns, last = list(_VECTORS.names), law.sort_values("d").iloc[-1]
    powers = {column: last[column.replace("cosine", "exponent")] for column in columns}
    both = not any(powers.values())
    plot.theory(ax, law.melt("d", columns, "quantity"), "d", "value", _VECTORS)
    plot.simulation(ax, plot.estimates(runs, columns, ["d"], "logit"), "d", _VECTORS)
    sheet, outcome = plot.sheet_of(ax), "both find it" if both else "it is lost"
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
