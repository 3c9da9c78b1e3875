"""Universality: the models agree, the exact gradient does not."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from feature_learning import plotting as plot
from feature_learning.papers.moniri2023.shared.panels import paired_gap, step_regimes
from feature_learning.plotting import Sheet, Tables

_MARGIN = 0.06  # that of the claims
_PAIRS = {
    "spikes": ("rank-one", "spikes"),
    "surrogate": ("spikes", "surrogate"),
    "exact": ("simplified", "rank-one"),
}
_DIFFERENCES = (  # no grey, which is the margin's here
    plot.methods("pair", {"spikes": ("equivalent", "rank-one minus spikes (step 1)")})
    + plot.unordered("pair", {"surrogate": "spikes minus linear + noise (step 2)"}, after=5)
    + plot.methods("pair", {"exact": ("variant", "exact gradient minus rank-one")})
)


def _gaps(frame: pd.DataFrame, keys: Sequence[str]) -> pd.DataFrame:
    """Return one row per point and pair of models that the table has."""
    models = {*frame["model"]}
    return pd.concat(
        paired_gap(frame, keys, "model", *pair).assign(pair=name)
        for name, pair in _PAIRS.items()
        if models.issuperset(pair)
    )


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the paired differences against alpha, and the first of them against n."""
    alphas, sizes = figure.panels(1, 2, ratios=[1.7, 1.0])
    predicted = _gaps(tables.theory("models"), ["alpha"])
    predicted = predicted[predicted["pair"] == "exact"]
    plot.theory(alphas, predicted, "alpha", "gap", _DIFFERENCES)
    gaps = plot.estimates(_gaps(tables.runs("models"), ["seed", "alpha"]), "gap", ["pair", "alpha"])
    plot.simulation(alphas, gaps, "alpha", _DIFFERENCES)
    title = "models agree; the exact gradient gains less"
    alphas.set(title=title, ylabel="difference in test gain")
    step_regimes(alphas)

    by_size = _gaps(tables.runs("models_by_size", alpha=0.29), ["seed", "n"])
    plot.simulation(sizes, plot.estimates(by_size, "gap", ["pair", "n"]), "n", _DIFFERENCES)
    plot.logarithmic(sizes, "x", ticks=np.sort(by_size["n"].unique()))
    sizes.set(title="step 1 shrinks slowly", xlabel="sample size $n$")
    sizes.set_ylabel(r"step 1 at $\alpha = 0.29$")
    for ax in (alphas, sizes):
        plot.level(ax, 0.0, "")
        plot.level(ax, _MARGIN, "margin")
    plot.level(alphas, -_MARGIN, "margin")
