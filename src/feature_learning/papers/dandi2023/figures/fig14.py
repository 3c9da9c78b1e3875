"""Random features with samples and features both finite."""

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_MOST = 2.6  # of the lines in the map
_DIAGONAL = "$n = p$"
_SIDES = ("features", "samples")  # what there is less of


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the error over samples and features, and by how much it changes where both change their
    places.
    """
    table, mirrored = figure.panels(1, 2, height=2.7)
    runs = tables.runs("joint")
    medians = runs.groupby(["log_size", "log_width"])["error"].median().reset_index()
    plot.heat(table, medians, "log_size", "log_width", "error", label="error", log=True)
    bar = figure.axes[-1]
    bar.set_ylabel("error", rotation=0, ha="center", va="bottom")
    bar.yaxis.set_label_coords(0.8, 1.01)
    _write(table, medians)
    _theorem(table, medians)
    table.set(title="Median error", xlabel=r"samples, $\log n\,/\log d$")
    edges = _edges(medians["log_size"])
    table.set(xlim=(edges[0], edges[-1]), ylim=(edges[0], edges[-1]))
    table.set(ylabel=r"features, $\log p\,/\log d$")
    found = _mirrored(mirrored, runs)
    away = medians[medians["log_size"] != medians["log_width"]]["error"]
    beyond = medians[["log_size", "log_width"]].min(axis=1) > 1
    near = medians[beyond & (medians["log_size"] != medians["log_width"])]["error"]
    peak = medians[medians["log_size"] == medians["log_width"]]["error"]
    ratios = found.set_index("pair")[["estimate", "low", "high"]]
    clear = (np.log(ratios["estimate"]) / np.log(ratios["high"] / ratios["low"])).abs()
    pair = str(clear.fillna(0.0).idxmax())
    figure.say(
        pair=pair,
        ratio="{:.2f} [{:.2f}, {:.2f}]".format(*ratios.loc[pair]),
        rest=(ratios["estimate"].drop(pair) - 1).abs().max(),
        below=int((ratios["estimate"] < 1).sum()),
        d=int(runs["d"].iloc[0]),
        peak=peak.max(),
        away=away.max(),
        near=near.max(),
        pairs=len(found),
        outside=int((plot.excludes(found, 1)).sum()),
    )


def _theorem(ax: Axes, medians: pd.DataFrame) -> None:
    """Draw where the smaller of both exponents is a whole number."""
    for whole in range(1, int(medians["log_size"].max()) + 1):
        ax.vlines(whole, whole, _MOST, color="white", linewidth=0.9)
        ax.hlines(whole, whole, _MOST, color="white", linewidth=0.9)


def _write(ax: Axes, medians: pd.DataFrame) -> None:
    """Write the error into the middle of each cell, and a name at the ends of the diagonal."""
    middle = np.sqrt(medians["error"].min() * medians["error"].max())
    ends = (medians["log_size"].min(), medians["log_size"].max())
    centres = {
        name: dict(zip(np.sort(medians[name].unique()), (edges[:-1] + edges[1:]) / 2, strict=True))
        for name in ("log_size", "log_width")
        for edges in [_edges(medians[name])]
    }
    for size, width, error in medians[["log_size", "log_width", "error"]].itertuples(index=False):
        colour = "black" if error > middle else "white"
        at = centres["log_size"][size], centres["log_width"][width]
        ax.text(*at, f"${error:.1f}$", color=colour, ha="center", va="center")
        if size == width and size in ends:
            place: dict[str, Any] = {"textcoords": "offset points", "ha": "center", "va": "top"}
            ax.annotate(_DIAGONAL, at, (0, -6), color=colour, **place)


def _edges(column: pd.Series) -> np.ndarray:
    """Return where the cells of `plot.heat` begin and end."""
    at = np.sort(column.unique())
    if len(at) == 1:
        return np.array([at[0] - 0.5, at[0] + 0.5])
    middle = (at[:-1] + at[1:]) / 2
    return np.concatenate([[2 * at[0] - middle[0]], middle, [2 * at[-1] - middle[-1]]])


def _mirrored(ax: Axes, runs: pd.DataFrame) -> pd.DataFrame:
    """Draw the error with fewer features over that with fewer samples, of the same two sizes."""
    away = runs[runs["log_size"] != runs["log_width"]]
    sizes = away[["log_size", "log_width"]]
    fewer = np.where(away["log_size"] > away["log_width"], *_SIDES)
    away = away.assign(fewer=fewer, smaller=sizes.min(axis=1), larger=sizes.max(axis=1))
    found = plot.paired(away, "error", "fewer", _SIDES, ["smaller", "larger"], ratio=True)
    both = found[["smaller", "larger"]].to_numpy()
    found["pair"] = [f"{low:g}, {high:g}" for low, high in both.tolist()]
    names = {pair: f"${pair}$" for pair in found["pair"]}
    plot.forest(ax, found, "pair", names)
    ax.axvline(1, color=plot.GREY, linewidth=0.6, zorder=1.5)
    ends = found[["estimate", "low", "high"]].to_numpy()
    reach = 1.1 * np.abs(ends[np.isfinite(ends)] - 1).max(initial=0.1)
    ax.set(title="Mirror images", xlim=(1 - reach, 1 + reach))
    ax.set(xlabel="error, fewer $p$ over fewer $n$", ylabel="smaller, larger exponent")
    return found
