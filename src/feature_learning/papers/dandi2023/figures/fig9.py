"""Gaussian equivalents of the features after one step."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_LOOKS = {
    "true-features": ("true features", plot.METHODS["network"], "o"),
    "conditional": ("given the spike", plot.METHODS["equivalent"], "s"),
    "matched": ("same covariance", plot.METHODS["random features"], "D"),
}
_NAMES, _COLOURS, _MARKERS = (
    {model: looks[place] for model, looks in _LOOKS.items()} for place in range(3)
)
_MODELS = plot.Hue("model", _COLOURS, _NAMES, _MARKERS)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the errors of the feature models after the step against n/d, with the ratios to the true
    features.
    """
    (ax,) = figure.panels(height=3.0)
    runs = tables.runs("equivalence", time=1)
    _errors(ax, runs)
    ratio = _ratios(ax, runs)
    last = ratio[ratio["alpha"] == ratio["alpha"].max()].set_index("model")["estimate"] - 1
    figure.say(
        d=tables.value("equivalence", "d"),
        gap=last.get("conditional", np.nan),
        most=(ratio[ratio["model"] == "conditional"]["estimate"] - 1).abs().max(),
        more=last.get("matched", np.nan),
    )


def _errors(ax: Axes, runs: pd.DataFrame) -> None:
    """Draw the errors of the models."""
    found = plot.estimates(runs, "error", ["model", "alpha"], "log")
    true = found["model"] == "true-features"
    for own in (found[~true], found[true]):  # discs over squares, which they would hide under
        plot.simulation(ax, own, "alpha", _MODELS, join=True)
    _names(ax, found)
    plot.logarithmic(ax, "x", ticks=sorted(runs["alpha"].unique()))
    ax.margins(x=0.08)
    ax.set(xlabel="samples per dimension $n/d$", ylabel="test error")


def _names(ax: Axes, found: pd.DataFrame) -> None:
    """Write the models' names at their last points."""
    for model, own in _MODELS.split(found):
        last = float(own.sort_values("alpha")["estimate"].iloc[-1])
        plot.sheet_of(ax).edge_label(ax, last, _NAMES[model], _COLOURS[model])


def _ratios(ax: Axes, runs: pd.DataFrame) -> pd.DataFrame:
    """Return the ratios to the true features, paired by seed, and draw those of the model given the
    spike in a strip.
    """
    ratios = pd.concat(
        plot.paired(runs, "error", "model", (model, "true-features"), ["alpha"], ratio=True).assign(
            model=model
        )
        for model in _MODELS.names
        if model != "true-features" and model in set(runs["model"])
    )
    one = pd.DataFrame({"alpha": np.sort(runs["alpha"].unique()), "one": 1.0})
    given = ratios[ratios["model"] == "conditional"]
    bands = [plot.Band(plot.sheet_of(ax).region("conditional"))]
    plot.residual(ax, given, one, "alpha", "one", _MODELS, bands=bands)
    return ratios
