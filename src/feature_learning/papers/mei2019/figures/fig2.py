"""Noise, signal and the penalty."""

from feature_learning.core.tables import Tables
from feature_learning.plotting.overlay import letter, mark, simulation, theory
from feature_learning.plotting.sheet import Sheet

_GREYS = ("0.8", "0.65", "0.5", "0.3", "0.0")


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw predicted risks in four panels, and simulated risks with noise and with a quadratic part."""
    axes = figure.panels(2, 3, height=2.3)
    curves = tables.theory("lambda_curves")
    for ax, ((psi2, rho), group) in zip(axes, curves.groupby(["psi2", "rho"]), strict=False):
        ax.set_title(rf"$n/d$ = {psi2:g}, $\rho$ = {rho:g}")
        for number, (lbar, curve) in enumerate(group.groupby("lbar")):
            theory(ax, curve, "ratio", "risk", label=rf"$\bar\lambda$ = {lbar:g}", dash=number, color=_GREYS[number])
        theory(ax, group.drop_duplicates("ratio"), "ratio", "best_risk", label="best", color="#D55E00")
        mark(ax, [1.0])
        ax.set_xscale("log")
        ax.set_xticks([0.1, 1, 10], ["0.1", "1", "10"])
        ax.minorticks_off()
        ax.set_ylim(0, min(3.0, 1.5 * group["risk"].median() + 1))
        ax.set_xlabel("$N/n$")
        ax.set_ylabel("predicted risk")
    ax = axes[4]
    ax.set_title(r"simulation, $\lambda = 0.01$")
    runs = tables.runs("noise", model="features")
    for series, (target, label) in enumerate((("noise", r"noise, $\tau^2 = 1/4$"), ("quadratic", r"$H_2$ part, $F_*^2 = 1/4$"))):
        simulation(ax, runs[runs["target"] == target], "ratio", "risk", label=label, series=series)
        theory(ax, tables.theory("noise", target=target), "ratio", "risk", label=f"theory, {target}", dash=series)
    mark(ax, [1.0])
    ax.set_xlabel("$N/n$")
    ax.set_ylabel("risk")
    ax.set_ylim(0, None)
    ax.legend()
    handles, labels = axes[0].get_legend_handles_labels()
    axes[5].axis("off")
    axes[5].legend(handles, labels, loc="center left", title="panels a-d")
    letter(axes[:5])
