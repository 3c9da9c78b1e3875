"""Random features with samples and features both finite."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_SIDES = plot.unordered(
    "fewer", {"samples": "fewer samples", "features": "fewer features", "neither": "$n = p$"}
)
_MARGIN = 0.08  # of the claim, over the theory
_BRIGHTEST = 5.0  # error of the palette's end
_STEPS = pd.DataFrame({"x": [0.6, 1, 1, 2, 2, 2.4], "left": [3, 3, 2, 2, 1, 1]})


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the error over samples and features, and against the smaller of the two."""
    table, smaller = figure.panels(1, 2, height=2.7)
    runs, law = tables.runs("joint"), tables.theory("joint")
    medians = runs.groupby(["log_size", "log_width"])["error"].median().reset_index()
    ends = (float(medians["error"].min()), _BRIGHTEST)
    plot.heat(table, medians, "log_size", "log_width", "error", label="median error", limits=ends)
    _write(table, medians, ends)
    _theorem(table, medians)
    table.set(title="Error", xlabel=r"samples, $\log n\,/\log d$")
    table.set(ylabel=r"features, $\log p\,/\log d$")
    _smaller(smaller, figure, runs, law)
    off = law.merge(medians, on=["log_size", "log_width"], suffixes=("", "_simulated"))
    off = off[off["log_size"] != off["log_width"]]
    figure.say(gap=float((off["error_simulated"] / off["error"] - 1).abs().max()))


def _theorem(ax: Axes, medians: pd.DataFrame) -> None:
    """Draw where the smaller of both exponents is a whole number."""
    most = 2.6
    for whole in range(1, int(medians["log_size"].max()) + 1):
        ax.vlines(whole, whole, most, color="white", linewidth=0.9)
        ax.hlines(whole, whole, most, color="white", linewidth=0.9)
    low, high = medians["log_size"].min() - 0.25, medians["log_size"].max() + 0.25
    ax.set(xlim=(low, high), ylim=(low, high))


def _write(ax: Axes, medians: pd.DataFrame, ends: tuple[float, float]) -> None:
    """Write the error into each cell."""
    middle = sum(ends) / 2
    for x, y, error in medians[["log_size", "log_width", "error"]].itertuples(index=False):
        colour = "black" if error > middle else "white"
        ax.text(x, y, f"${error:.1f}$", color=colour, ha="center", va="center")


def _smaller(ax: Axes, figure: Sheet, runs: pd.DataFrame, law: pd.DataFrame) -> None:
    """Draw all cells against the smaller exponent over the theorem's steps, and below them the
    simulation over the theory of each cell.
    """
    runs, law = (_sided(rows) for rows in (runs, law))
    name = "theorem"
    ax.plot(_STEPS["x"], _STEPS["left"], color=plot.GREY, linewidth=0.6, zorder=1.5)
    figure.record(ax, name, "guide", x=_STEPS["x"], y=_STEPS["left"])
    figure.name(plot.Entry(ax, name, "theory", plot.GREY))
    keys = ["fewer", "smaller", "log_size", "log_width"]
    found = plot.estimates(runs, "error", keys, "log")
    for (_, _), cells in found.groupby(["log_size", "log_width"]):
        plot.simulation(ax, cells, "smaller", _SIDES)
    plot.logarithmic(ax, "y")
    ax.set(title="Against the smaller", ylabel="test error")
    ax.set_xlabel(r"$\min(\log n, \log p)\,/\log d$")
    ratio = runs.merge(law[["log_size", "log_width", "error"]], on=["log_size", "log_width"])
    ratio = ratio.assign(over=ratio["error_x"] / ratio["error_y"])
    over = plot.estimates(ratio, "over", keys, "log")
    one = pd.DataFrame({"smaller": np.sort(runs["smaller"].unique()), "one": 1.0})
    off = over[over["fewer"] != "neither"]
    region = (-_MARGIN, _MARGIN)
    plot.residual(ax, off, one, "smaller", "one", _SIDES, region=region)


def _sided(rows: pd.DataFrame) -> pd.DataFrame:
    """Return the rows with the smaller exponent and whose it is."""
    sides = np.select(
        [rows["log_size"] < rows["log_width"], rows["log_size"] > rows["log_width"]],
        ["samples", "features"],
        "neither",
    )
    return rows.assign(fewer=sides, smaller=rows[["log_size", "log_width"]].min(axis=1))
