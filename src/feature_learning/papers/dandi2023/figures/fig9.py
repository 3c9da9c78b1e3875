"""Conditional Gaussian equivalence."""

from feature_learning.core.tables import Tables
from feature_learning.plotting.overlay import REFERENCE, letter, simulation
from feature_learning.plotting.sheet import Sheet

_MODELS = {"true-features": "true features", "conditional": "conditional Gaussian", "plain": "plain Gaussian"}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the errors of the three feature models against n/d, and paired differences."""
    axes = figure.panels(1, 2, height=2.5)
    runs = tables.runs("equivalence")
    axes[0].set_title("ridge test error")
    axes[1].set_title("minus that of the true features")
    true = runs[runs["model"] == "true-features"].set_index(["seed", "alpha"])["error"]
    for series, (model, name) in enumerate(_MODELS.items()):
        own = runs[runs["model"] == model]
        simulation(axes[0], own, "alpha", "error", label=name, series=series, joined=True)
        if model != "true-features":
            paired = own.assign(error=own.set_index(["seed", "alpha"])["error"].sub(true).to_numpy())
            simulation(axes[1], paired, "alpha", "error", label=name, series=series, joined=True)
    axes[1].axhline(0, **REFERENCE)
    for ax in axes:
        ax.set_xscale("log", base=2)
        ax.set_xticks([0.5, 1, 2, 4], ["0.5", "1", "2", "4"])
        ax.set_xlabel("samples per dimension, $n/d$")
    axes[0].set_ylabel("test error")
    axes[0].legend()
    letter(axes)
