"""Compressibility of the first layer."""

import numpy as np
import pandas as pd

from feature_learning.plotting import (
    PREDICTION,
    Entry,
    Sheet,
    Tables,
    darker,
    estimates,
    logarithmic,
    methods,
    simulation,
    theory,
)

_LAYERS = methods(
    "layer",
    {
        "decay": ("network", r"trained, $\lambda = 1$"),
        "no-decay": ("variant", r"trained, $\lambda = 0$"),
        "untrained": ("random features", "untrained"),
    },
)
_PER_DECADE = 8  # markers


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw singular values and the error against the rank."""
    values, error = figure.panels(1, 2)
    runs = tables.runs("compress")
    rows = runs[runs["rank"] == 0][["seed", "layer", "spectrum"]].explode("spectrum")
    rows["index"] = rows.groupby(["seed", "layer"]).cumcount() + 1
    last = int(rows["index"].max())
    shown = np.unique(np.geomspace(1, last, round(_PER_DECADE * np.log10(last)) + 1).round())
    rows = rows[rows["index"].isin(shown)].astype({"spectrum": float})
    spectra = estimates(rows, "spectrum", ["layer", "index"], "log")
    simulation(values, spectra, "index", _LAYERS, join=True)
    logarithmic(values)
    values.set(title="decay leaves one direction", xlabel="index")
    values.set_ylabel(r"singular value$/\|W\|_F$")

    ranks = tables.values("compress", "rank")
    places = pd.Series(range(len(ranks)), index=ranks)
    runs = runs.assign(place=runs["rank"].map(places))
    within = runs[runs["floor"] > 1e-9]  # with all directions kept nothing is left
    floors = estimates(within, "floor", ["layer", "place"], "log")
    for layer, curve in _LAYERS.split(floors):
        name, colour = _LAYERS.names[layer], darker(_LAYERS.colours[layer])
        theory(error, curve, "place", "estimate", label=name, colour=colour, thin=True)
    figure.name(Entry(error, "floor of the kept directions", "theory", PREDICTION))
    errors = estimates(runs, "error", ["layer", "place"], "log")
    simulation(error, errors, "place", _LAYERS)
    logarithmic(error, "y")
    error.set_xticks(places.to_list(), [str(rank) for rank in ranks])
    error.set(title="and rank one is enough for both", xlabel="rank $r$")
    error.set_ylabel("relative test error")
