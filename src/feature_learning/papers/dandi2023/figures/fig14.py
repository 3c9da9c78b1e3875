"""Random features with samples and features both finite."""

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_NAMES = {0: "$n = p$", 1: "near", 2: "far"}  # by less than a factor sqrt(d), by more
_FAR = 2
_COLOURS = {0: plot.METHODS["random features"], 1: plot.VERMILLION, 2: plot.BLUE}
_SIDES = {"samples": "o", "features": "^", "neither": "o"}  # what there is less of
_APART = {
    side: plot.Hue("apart", _COLOURS, _NAMES, dict.fromkeys(_NAMES, marker))
    for side, marker in _SIDES.items()
}
_MOST = 2.6  # of the lines in the map
_MARGIN = 0.08  # of the claim, over the theory
_UNREACHED = 1.25  # the smaller exponent at which the caption compares with the theorem
_STEPS = pd.DataFrame({"x": [0.6, 1, 1, 2, 2, 2.4], "left": [3, 3, 2, 2, 1, 1]})


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the error over samples and features, and against the smaller of the two."""
    table, smaller = figure.panels(1, 2, height=2.7)
    runs, law = tables.runs("joint"), tables.theory("joint")
    medians = runs.groupby(["log_size", "log_width"])["error"].median().reset_index()
    plot.heat(table, medians, "log_size", "log_width", "error", label="median error", log=True)
    _write(table, medians)
    _theorem(table, medians)
    table.set(title="Median error", xlabel=r"samples, $\log n\,/\log d$")
    edges = _edges(medians["log_size"])
    table.set(xlim=(edges[0], edges[-1]), ylim=(edges[0], edges[-1]))
    table.set(ylabel=r"features, $\log p\,/\log d$")
    _smaller(smaller, figure, runs, law)


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
            ax.annotate(_NAMES[0], at, (0, -6), color=colour, **place)


def _edges(column: pd.Series) -> np.ndarray:
    """Return where the cells of `plot.heat` begin and end."""
    at = np.sort(column.unique())
    if len(at) == 1:
        return np.array([at[0] - 0.5, at[0] + 0.5])
    middle = (at[:-1] + at[1:]) / 2
    return np.concatenate([[2 * at[0] - middle[0]], middle, [2 * at[-1] - middle[-1]]])


def _smaller(ax: Axes, figure: Sheet, runs: pd.DataFrame, law: pd.DataFrame) -> None:
    """Draw all cells against the smaller exponent over the theorem's steps, and below them the
    simulation over the theory of each cell.
    """
    runs, law = (_sided(rows) for rows in (runs, law))
    name = "theorem"
    ax.plot(_STEPS["x"], _STEPS["left"], color=plot.GREY, linewidth=0.6, zorder=1.5)
    figure.record(ax, name, "guide", x=_STEPS["x"], y=_STEPS["left"])
    figure.name(plot.Entry(ax, name, "theory", plot.GREY))
    colour = plot.written(plot.GREY)
    ax.annotate(
        name, (1.5, 2), (0, -2), textcoords="offset points", color=colour, ha="center", va="top"
    )
    keys = ["fewer", "apart", "smaller", "log_size", "log_width"]
    found = plot.estimates(runs, "error", keys, "median")
    for side, cells in found.groupby("fewer"):
        plot.simulation(ax, cells, "smaller", _APART[str(side)])
    for apart, cells in _APART["samples"].split(found):
        last = cells[cells["smaller"] == cells["smaller"].max()]
        highest = cells.iloc[int(cells["estimate"].to_numpy().argmax())]
        at = highest if apart < _FAR else last.iloc[-1]
        side = "right" if _NAMES[apart] == "near" else "left"
        place: dict[str, Any] = {"textcoords": "offset points", "ha": side, "va": "center"}
        place["color"] = plot.written(_COLOURS[apart])
        shift = (-4 if side == "right" else 4, 0)
        ax.annotate(_NAMES[apart], (at["smaller"], at["estimate"]), shift, **place)
    plot.logarithmic(ax, "y")
    ax.set(title="Against the smaller", ylabel="test error")
    ax.set_xlabel(r"$\min(\log n, \log p)\,/\log d$")
    ratio = runs.merge(law[["log_size", "log_width", "error"]], on=["log_size", "log_width"])
    ratio = ratio.assign(over=ratio["error_x"] / ratio["error_y"])
    over = plot.estimates(ratio, "over", keys, "median")
    one = pd.DataFrame({"smaller": np.sort(runs["smaller"].unique()), "one": 1.0})
    off = over[over["apart"] > 0]
    figure.say(gap=float((off["estimate"] - 1).abs().max()))
    unreached = found[(found["apart"] > 0) & (found["smaller"] == _UNREACHED)]["estimate"]
    ends = {"least": unreached.min(), "most": unreached.max()}
    figure.say(d=int(runs["d"].iloc[0]), smaller=f"{_UNREACHED:g}", **ends)
    region = (-_MARGIN, _MARGIN)
    plot.residual(ax, off, one, "smaller", "one", _APART["samples"], region=region)


def _sided(rows: pd.DataFrame) -> pd.DataFrame:
    """Return the rows with the smaller exponent, whose it is, and how far the other is."""
    sides = np.select(
        [rows["log_size"] < rows["log_width"], rows["log_size"] > rows["log_width"]],
        ["samples", "features"],
        "neither",
    )
    distance = (rows["log_size"] - rows["log_width"]).abs()
    apart = np.select([distance == 0, distance < 0.5], [0, 1], 2)
    return rows.assign(
        fewer=sides, apart=apart, smaller=rows[["log_size", "log_width"]].min(axis=1)
    )
