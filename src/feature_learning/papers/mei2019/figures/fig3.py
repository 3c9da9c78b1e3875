"""Double descent in the sample size."""

from feature_learning.core.tables import Tables
from feature_learning.plotting.overlay import mark, simulation, theory
from feature_learning.plotting.sheet import Sheet


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the risk against n/d for each penalty and at the best one."""
    (ax,) = figure.panels(height=2.8, width=5.0)
    curves, runs = tables.theory("sample_wise"), tables.runs("sample_wise")
    for series, lam in enumerate(sorted(runs["lam"].unique())):
        label = rf"$\lambda$ = {lam:g}" + (" (median)" if lam == 0 else "")
        simulation(ax, runs[runs["lam"] == lam], "psi2", "risk", label=label, series=series, median=lam == 0)
        theory(ax, curves[curves["lam"] == lam], "psi2", "risk", label=rf"theory, $\lambda$ = {lam:g}", dash=series + 1)
    theory(ax, curves.drop_duplicates("psi2"), "psi2", "best_risk", label=r"theory, best $\lambda$")
    mark(ax, [float(runs["psi1"].iloc[0])], label="$n = N$")
    ax.set_xscale("log")
    ax.set_yscale("log")
    ax.set_xticks([0.5, 1, 2, 5, 10], ["0.5", "1", "2", "5", "10"])
    ax.set_yticks([0.2, 0.5, 1, 2, 5, 10], ["0.2", "0.5", "1", "2", "5", "10"])
    ax.minorticks_off()
    ax.set_ylim(0.15, 20)
    ax.set_xlabel("samples per dimension, $n/d$")
    ax.set_ylabel("risk")
    ax.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))
