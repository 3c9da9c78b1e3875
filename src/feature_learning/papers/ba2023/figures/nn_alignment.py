"""Alignment of neurons with the spike after one step."""

from feature_learning.core.tables import Tables
from feature_learning.papers.ba2023.model import PURE
from feature_learning.plotting.overlay import letter, mark, simulation, theory
from feature_learning.plotting.sheet import Sheet

_MEASURES = {"alignment": r"mean $\cos^2(w_i, \mu)$", "share": "mean share of $z$"}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw alignment and share for each link and d."""
    axes = figure.panels(2, 3, height=2.2)
    runs, predicted = tables.runs("alignment"), tables.theory("alignment")
    for row, (column, label) in enumerate(_MEASURES.items()):
        for k, link in enumerate(PURE, start=1):
            ax = axes[3 * row + k - 1]
            ax.set_title(rf"{column}, $h_{k}$")
            for series, d in enumerate(sorted(runs["d"].unique())):
                where = (runs["link"] == link) & (runs["d"] == d)
                simulation(ax, runs[where], "gamma", column, label=f"$d$ = {d}", series=series, size=3.0)
                own = predicted[(predicted["link"] == link) & (predicted["d"] == d)]
                theory(ax, own, "gamma", column, label="theory" if series == 0 else f"_theory, d = {d}", dash=series)
            if k > 1:
                mark(ax, [1 - 1 / k], label=r"$1 - 1/k$")
            ax.set_ylim(-0.03, 1.05)
            ax.set_xlim(-0.03, 1.03)
            if row == 1:
                ax.set_xlabel(r"$\gamma$, spike $\theta = d^{\gamma}$")
        axes[3 * row].set_ylabel(label)
    axes[2].legend(loc="upper left")
    letter(axes)
