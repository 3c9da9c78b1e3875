"""Compressibility of the first layer."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_LAYERS = plot.methods(
    "layer",
    {
        "decay": ("network", "with decay"),
        "no-decay": ("variant", "without decay"),
        "untrained": ("random features", "untrained"),
    },
)
_PER_DECADE = 4  # markers


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the error against the rank, and singular values."""
    error, values = figure.hero(1, share=0.58, height=2.7)
    figure.name_in_each()
    _errors(error, tables.runs("compress"), tables.values("compress", "rank"))
    _values(values, tables.runs("compress"))
    times = tables.values("compress_time", "t_over_d")
    figure.say(first=times[0], last=times[-1], d=tables.values("compress_time", "d")[0])


def _errors(ax: Axes, runs: pd.DataFrame, ranks: list[int]) -> None:
    """Draw the error of the layer cut to each rank."""
    places = pd.Series(range(len(ranks)), index=ranks)
    runs = runs.assign(place=runs["rank"].map(places))
    errors = plot.estimates(runs, "error", ["layer", "place"], "log")
    plot.simulation(ax, errors, "place", _LAYERS, join=True)
    plot.logarithmic(ax, "y")
    ax.set_xticks(places.to_list(), [str(rank) for rank in ranks])
    ax.set(title="First layer cut to rank $r$", xlabel="rank $r$", ylabel="relative test error")


def _values(ax: Axes, runs: pd.DataFrame) -> None:
    """Draw the singular values of the first layer."""
    rows = runs[runs["rank"] == 0][["seed", "layer", "spectrum"]].explode("spectrum")
    rows["index"] = rows.groupby(["seed", "layer"]).cumcount() + 1
    last = int(rows["index"].max())
    shown = np.unique(np.geomspace(1, last, round(_PER_DECADE * np.log10(last)) + 1).round())
    shown = np.union1d(shown, [2.0])  # where the gap is
    rows = rows[rows["index"].isin(shown)].astype({"spectrum": float})
    spectra = plot.estimates(rows, "spectrum", ["layer", "index"], "log")
    plot.simulation(ax, spectra, "index", _LAYERS, join=True)
    plot.logarithmic(ax)
    ax.set(title="Singular values", xlabel="index", ylabel=r"value$/\|W\|_F$")
