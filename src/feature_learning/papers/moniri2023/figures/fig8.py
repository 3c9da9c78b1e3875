"""Universality: the models agree, the exact gradient does not."""

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.papers.moniri2023.shared.panels import step_regimes
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.lines import level, logarithmic
from feature_learning.plotting.marks import simulation, theory
from feature_learning.plotting.palette import Hue, methods, unordered
from feature_learning.plotting.sheet import Sheet

_MARGIN = 0.06  # that of the claims
_PAIRS = {
    "spikes": ("rank-one", "spikes"),
    "surrogate": ("spikes", "surrogate"),
    "exact": ("simplified", "rank-one"),
}
_DIFFERENCES = (  # no grey, which is the margin's here
    methods("pair", {"spikes": ("equivalent", "rank-one minus spikes (step 1)")})
    + unordered("pair", {"surrogate": "spikes minus linear + noise (step 2)"}, after=5)
    + methods("pair", {"exact": ("variant", "exact gradient minus rank-one")})
)


def _paired(runs: pd.DataFrame, by: str) -> pd.DataFrame:
    """One row per seed, point and pair of models that the runs have."""
    models = {str(model): part.set_index(["seed", by])["test_gain"] for model, part in runs.groupby("model")}
    parts = [
        (models[one] - models[other]).rename("gap").reset_index().assign(pair=pair)
        for pair, (one, other) in _PAIRS.items()
        if one in models and other in models
    ]
    return pd.concat(parts)


def _only(hue: Hue, value: str) -> Hue:
    return Hue(hue.column, {value: hue.colours[value]}, {value: hue.names[value]}, {value: hue.markers[value]})


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the paired differences against alpha, and the first of them against n."""
    alphas, sizes = figure.panels(1, 2, ratios=[1.7, 1.0])
    alphas.set_title("models agree; the exact gradient gains less")
    curves = tables.theory("models")
    one, other = (curves[curves["model"] == model].set_index("alpha")["test_gain"] for model in _PAIRS["exact"])
    predicted = (one - other).rename("gap").reset_index().assign(pair="exact")
    theory(alphas, predicted, "alpha", "gap", _only(_DIFFERENCES, "exact"))
    simulation(alphas, estimates(_paired(tables.runs("models"), "alpha"), "gap", ["pair", "alpha"]), "alpha", _DIFFERENCES, dodge=2.0)
    alphas.set_ylabel("difference in test gain")
    step_regimes(alphas)

    sizes.set_title("step 1 shrinks slowly")
    by_size = _paired(tables.runs("models_by_size", alpha=0.29), "n")
    simulation(sizes, estimates(by_size, "gap", ["pair", "n"]), "n", _DIFFERENCES)
    logarithmic(sizes, "x", ticks=np.sort(by_size["n"].unique()))
    sizes.set_xlabel("sample size $n$")
    sizes.set_ylabel(r"step 1 at $\alpha = 0.29$")
    for ax in (alphas, sizes):
        level(ax, 0.0, "")
        level(ax, _MARGIN, "margin")
    level(alphas, -_MARGIN, "margin")
