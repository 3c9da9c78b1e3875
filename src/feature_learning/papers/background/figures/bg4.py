"""Two isotropic Gaussians: risk and norms against time."""

from feature_learning.core.tables import Tables
from feature_learning.plotting.overlay import letter, simulation, theory
from feature_learning.plotting.sheet import Sheet


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the risk at each separation, and the mean norm of the weights."""
    runs, law = tables.runs("isotropic_gaussians"), tables.theory("isotropic_gaussians")
    deltas = sorted(runs["delta"].unique(), reverse=True)
    axes = figure.panels(1, len(deltas) + 1, height=2.5)
    norms = axes[-1]
    norms.set_title("mean norm of the weights")
    for series, (ax, delta) in enumerate(zip(axes, deltas, strict=False)):
        ax.set_title(rf"risk, $\Delta$ = {delta}")
        own, predicted = runs[runs["delta"] == delta], law[law["delta"] == delta]
        for panel, value in ((ax, "risk"), (norms, "norm")):
            quiet = "_" if panel is norms else ""
            theory(panel, predicted, "t", value, label=f"{quiet}law in d = {int(own['d'].iloc[0])}")
            theory(panel, predicted, "t", f"limit_{value}", label=rf"{quiet}d = $\infty$", dash=1)
        simulation(ax, own, "t", "risk", label="SGD", series=series)
        simulation(norms, own, "t", "norm", label=rf"$\Delta$ = {delta}", series=series)
        ax.set_yscale("log")
        limits = ax.get_ylim()
        ax.set_yticks([0.5, 1, 2, 4], ["0.5", "1", "2", "4"])
        ax.set_ylim(limits)
        ax.minorticks_off()
        ax.legend()
    for ax in axes:
        ax.set_xlabel("t")
    norms.legend(loc="lower right")
    letter(axes)
