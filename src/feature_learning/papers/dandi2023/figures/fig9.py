"""Conditional Gaussian equivalence."""

from feature_learning.core.tables import Tables
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.lines import level, logarithmic
from feature_learning.plotting.marks import simulation
from feature_learning.plotting.palette import methods
from feature_learning.plotting.sheet import Sheet

_MODELS = methods(
    "model",
    {
        "true-features": ("network", "true features"),
        "conditional": ("equivalent", "conditional Gaussian"),
        "plain": ("random features", "plain Gaussian"),
    },
)
_PAIR = ["seed", "alpha"]


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the errors of the three feature models against n/d, and paired differences."""
    errors, differences = figure.panels(1, 2)
    runs = tables.runs("equivalence")
    errors.set_title("conditional Gaussians are equivalent")
    simulation(errors, estimates(runs, "error", ["model", "alpha"], "log"), "alpha", _MODELS, join=True, dodge=3)
    errors.set_ylabel("test error")
    differences.set_title("plain ones are not: paired differences")
    true = runs[runs["model"] == "true-features"].set_index(_PAIR)["error"]
    models = runs[runs["model"] != "true-features"].set_index(_PAIR)
    models = models.assign(difference=models["error"] - true.reindex(models.index)).reset_index()
    level(differences, 0.0, "")
    simulation(differences, estimates(models, "difference", ["model", "alpha"]), "alpha", _MODELS, join=True, dodge=3)
    differences.set_ylabel("difference in test error")
    for ax in (errors, differences):
        logarithmic(ax, "x", ticks=sorted(runs["alpha"].unique()))
        ax.set_xlabel("samples per dimension $n/d$")
