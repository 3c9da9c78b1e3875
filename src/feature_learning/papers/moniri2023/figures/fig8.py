"""Universality: the talk's network against the models that stand for it."""

import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.moniri2023.shared.panels import step_regimes
from feature_learning.plotting import Sheet, Tables

_SETTINGS = plot.unordered("task", {1: "Setting 1", 2: "Setting 2"})
_PAIRS = plot.unordered(
    "pair", {"step 1": "rank-one minus spikes", "step 2": "spikes minus linear + noise"}, after=2
)
_EXACT = plot.methods("pair", {"exact": ("variant", "exact minus rank-one")})
_SPHERE = {
    "step 1": ("rank-one", "spikes"),
    "step 2": ("spikes", "surrogate"),
    "exact": ("simplified", "rank-one"),
}
_TALK = (
    ("Trained minus spikes, fresh batch", "talk", "spikes", "fresh"),
    ("Trained minus spikes, one batch", "talk", "spikes", "same"),
    ("Spikes minus linear + noise", "spikes", "noise", "fresh"),
)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the paired differences of the talk's models, and of those with rows on the sphere."""
    *panels, sphere = figure.panels(2, 2, height=2.0, sharex=True, sharey=True)
    for ax, (title, first, second, batch) in zip(panels, _TALK, strict=True):
        runs = tables.runs("universality", batch=batch)
        gaps = plot.paired(runs, "test_gain", "model", (first, second), ["task", "alpha"])
        plot.simulation(ax, gaps, "alpha", _SETTINGS)
        _frame(ax, title)
        if batch == "fresh":
            _limits(ax, tables.theory("universality"), first, second)
    runs, law = tables.runs("models"), tables.theory("models")
    gaps = pd.concat(
        plot.paired(runs, "test_gain", "model", pair, ["alpha"]).assign(pair=name)
        for name, pair in _SPHERE.items()
    )
    wide = law.pivot(index="alpha", columns="model", values="test_gain")
    exact = (wide["simplified"] - wide["rank-one"]).rename("gap").reset_index()
    plot.theory(sphere, exact.assign(pair="exact"), "alpha", "gap", _EXACT)
    plot.simulation(sphere, gaps, "alpha", _PAIRS + _EXACT)
    _frame(sphere, "Rows on the sphere, Setting 2")


def _frame(ax: Axes, title: str) -> None:
    plot.level(ax, 0.0, "")
    step_regimes(ax)
    ax.set(title=title, ylabel="test gain, difference")


def _limits(ax: Axes, law: pd.DataFrame, first: str, second: str) -> None:
    """Draw the limits of the differences, one for each simulated alpha."""
    wide = law.pivot(index=["task", "alpha"], columns="model", values="test_gain")
    limits = (wide[first] - wide[second]).rename("limit").reset_index()
    plot.theory(ax, limits, "alpha", "limit", _SETTINGS, steps=True, thin=True)
