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
_MARGIN = 0.03  # of the claim on the conditional model


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the errors of the feature models after the step against n/d, with the ratios to the true
    features.
    """
    (ax,) = figure.panels(height=3.0)
    runs = tables.runs("equivalence")
    after = runs[runs["time"] == 1]
    _errors(ax, after)
    _ratios(ax, after)
    ratios = tables.runs("update_rank")
    ratios = ratios.assign(ratio=ratios["second"] / ratios["first"], of="update")
    slope = plot.exponents(ratios, "d", "ratio", "of").iloc[0]
    means = after[after["alpha"] == after["alpha"].max()].groupby("model")["error"].mean()
    first = runs[runs["time"] == 0].groupby(["alpha", "model"])["error"].mean().unstack()
    figure.say(
        d=tables.value("equivalence", "d"),
        before=(first["matched"] / first["true-features"] - 1).abs().max(),
        gap=means["conditional"] / means["true-features"] - 1,
        more=means["matched"] / means["true-features"] - 1,
        slope=slope["estimate"],
        low=slope["low"],
        high=slope["high"],
    )


def _errors(ax: Axes, runs: pd.DataFrame) -> None:
    """Draw the errors of the models."""
    found = plot.estimates(runs, "error", ["model", "alpha"], "log")
    plot.simulation(ax, found, "alpha", _MODELS, join=True)
    plot.logarithmic(ax, "x", ticks=sorted(runs["alpha"].unique()))
    ax.margins(x=0.08)
    ax.set(xlabel="samples per dimension $n/d$", ylabel="test error")


def _ratios(ax: Axes, runs: pd.DataFrame) -> None:
    """Draw the ratios to the true features, seed by seed, in a strip."""
    ratios = pd.concat(
        plot.paired(runs, "error", "model", (model, "true-features"), ["alpha"], ratio=True).assign(
            model=model
        )
        for model in _MODELS.names
        if model != "true-features" and model in set(runs["model"])
    )
    one = pd.DataFrame({"alpha": np.sort(runs["alpha"].unique()), "one": 1.0})
    region = (-_MARGIN, _MARGIN)
    strip = plot.residual(ax, ratios, one, "alpha", "one", _MODELS, region=region)
    ends = ratios[["estimate", "low", "high"]].to_numpy() - 1
    ends = ends[np.isfinite(ends)]
    strip.set_ylim(min(-0.05, 1.1 * ends.min()), max(0.05, 1.1 * ends.max()))
