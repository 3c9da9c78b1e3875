"""Universality: three equivalent feature models."""

from feature_learning.core.tables import Tables
from feature_learning.papers.moniri2023.gains import GAINS, gain_panel, step_regimes
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.lines import level
from feature_learning.plotting.marks import simulation
from feature_learning.plotting.palette import methods
from feature_learning.plotting.sheet import Sheet

_MODELS = methods(
    "variant",
    {
        "fresh": ("network", "network"),
        "spikes": ("random features", "untrained features + spikes"),
        "surrogate": ("equivalent", "linear + noise + spikes"),
    },
)
_PAIR = ["seed", "alpha"]


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw both gains against alpha, and how far each model is from the network, paired by seed."""
    axes = figure.panels(2, 2, height=1.6, sharex=True)
    runs = tables.runs("one_step", task=2)
    network = runs[runs["variant"] == "fresh"].set_index(_PAIR)
    for top, bottom, (value, name) in zip(axes, axes[2:], GAINS.items(), strict=False):
        top.set_title(name)
        gain_panel(top, tables, 2, value, _MODELS, label="gain", limits=False)
        models = runs[runs["variant"].isin(["spikes", "surrogate"])].set_index(_PAIR)
        models = models.assign(difference=models[value] - network[value].reindex(models.index))
        found = estimates(models.reset_index(), "difference", ["variant", "alpha"])
        bottom.set_title("minus the network, paired")
        level(bottom, 0.0, "")
        simulation(bottom, found, "alpha", _MODELS, dodge=2.5)
        bottom.set_ylabel("difference in gain")
        step_regimes(bottom)
