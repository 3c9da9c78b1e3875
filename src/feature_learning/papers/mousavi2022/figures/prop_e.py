"""Compressibility of the first layer."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_LAYERS = plot.methods(
    "layer",
    {
        "decay": ("network", r"trained, $\lambda = 1$"),
        "no-decay": ("variant", r"trained, $\lambda = 0$"),
        "untrained": ("random features", "untrained"),
    },
)
_PER_DECADE = 8  # markers


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw singular values, what truncation costs against time, and the error against the rank."""
    error, values, cost = figure.hero(2, height=3.2)
    _cost(cost, tables)
    runs = tables.runs("compress")
    rows = runs[runs["rank"] == 0][["seed", "layer", "spectrum"]].explode("spectrum")
    rows["index"] = rows.groupby(["seed", "layer"]).cumcount() + 1
    last = int(rows["index"].max())
    shown = np.unique(np.geomspace(1, last, round(_PER_DECADE * np.log10(last)) + 1).round())
    rows = rows[rows["index"].isin(shown)].astype({"spectrum": float})
    spectra = plot.estimates(rows, "spectrum", ["layer", "index"], "log")
    plot.simulation(values, spectra, "index", _LAYERS, join=True)
    plot.logarithmic(values)
    values.set(title="Singular values", xlabel="index")
    values.set_ylabel(r"singular value$/\|W\|_F$")

    ranks = tables.values("compress", "rank")
    places = pd.Series(range(len(ranks)), index=ranks)
    runs = runs.assign(place=runs["rank"].map(places))
    within = runs[runs["floor"] > 1e-9]  # with all directions kept nothing is left
    floors = plot.estimates(within, "floor", ["layer", "place"], "log")
    for layer, curve in _LAYERS.split(floors):
        name, colour = _LAYERS.names[layer], plot.darker(_LAYERS.colours[layer])
        plot.theory(error, curve, "place", "estimate", label=name, colour=colour, thin=True)
    figure.name(plot.Entry(error, "floor of the kept directions", "theory", plot.PREDICTION))
    errors = plot.estimates(runs, "error", ["layer", "place"], "log")
    plot.simulation(error, errors, "place", _LAYERS)
    plot.logarithmic(error, "y")
    error.set_xticks(places.to_list(), [str(rank) for rank in ranks])
    error.set(title="First layer cut to rank $r$", xlabel="rank $r$")
    error.set_ylabel("relative test error")


def _cost(ax: Axes, tables: Tables) -> None:
    """Draw the cost of rank one at the smaller dimension, with a slope of -1/2."""
    runs = tables.runs("compress_time")
    runs = runs[runs["d"] == runs["d"].min()]
    means = plot.estimates(runs, "cost", ["layer", "t_over_d"], "log")
    plot.simulation(ax, means, "t_over_d", _LAYERS, join=True)
    times = np.sort(runs["t_over_d"].unique())
    first = float(means[means["layer"] == "decay"]["estimate"].max())
    plot.guide(ax, times, 2 * first * np.sqrt(times[0] / times), "slope $-1/2$", at=None)
    plot.logarithmic(ax)
    ax.set(title="Cost of rank one", xlabel="samples per dimension $T/d$")
    ax.set_ylabel("change of the root error")
