"""Two isotropic Gaussians: risk and norms against time."""

from feature_learning.core.tables import Tables
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.lines import logarithmic
from feature_learning.plotting.marks import simulation, theory
from feature_learning.plotting.palette import unordered
from feature_learning.plotting.sheet import Sheet


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the risk at each separation, and the mean norm of the weights; dashed: infinite dimension."""
    runs, law = tables.runs("isotropic_gaussians"), tables.theory("isotropic_gaussians")
    hue = unordered("delta", {delta: rf"$\Delta = {delta:g}$" for delta in sorted(runs["delta"].unique())})
    risk, norm = figure.panels(1, 2)
    risk.set_title(r"the risk settles at a level set by $\Delta$")
    norm.set_title("while the weights grow")
    for ax, value in ((risk, "risk"), (norm, "norm")):
        theory(ax, law, "t", value, hue)
        theory(ax, law, "t", f"limit_{value}", hue, dashed=True)
        simulation(ax, estimates(runs, value, ["delta", "t"], "log"), "t", hue)
        ax.set_xlabel("time $t$")
    logarithmic(risk, "y")
    risk.set_ylabel("risk")
    norm.set_ylabel("mean norm of the weights")
