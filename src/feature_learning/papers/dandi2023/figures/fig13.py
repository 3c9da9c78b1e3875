"""What each step learns, and what it does not: exponents in the dimension, and strengths."""

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_TARGETS = {
    "example-1": "example 1",
    "example-2": "example 2",
    "example-3a": "$f_1$",
    "example-3b": "$f_2$",
    "odd-3": "three links, one $-$",
}
_STEPS = {1: "one step", 2: "two steps"}
_CASES = {time: {f"{target}-{time}": name for target, name in _TARGETS.items()} for time in _STEPS}
_BLOCK = len(_TARGETS) + 1.2  # rows from the first case of a block to that of the next
_HEAD = -0.95  # where the head of a block stands over its first row
_LEFT_OUT = "example-3b-2"  # the row that is shaded
_WHOLE = ("example-1-2", "example-3b-2")  # after them nothing is outside
_SERIES = {  # the quantity, its name, colour and marker
    "inside": ("weakest inside $U_t$", plot.BLUE, "o"),
    "outside": ("strongest outside", plot.ORANGE, "s"),
}
_NOTHING = "nothing outside"


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the exponents in d of the strengths inside and outside the space of each step, and the
    strengths at the largest d.
    """
    powers, strengths = figure.panels(1, 2, height=2.9, sharey=True, ratios=[1.35, 1])
    runs = tables.runs("spaces")
    runs = runs[runs["time"].isin(list(_STEPS)) & runs["target"].isin(list(_TARGETS))]
    runs = runs.assign(case=runs["target"] + "-" + runs["time"].astype(str))
    largest = runs[runs["d"] == runs["d"].max()]
    slopes = {value: _exponents(runs[runs[value] > 0], value) for value in _SERIES}
    for value, found in slopes.items():
        _rows(powers, value, found)
        sizes = plot.estimates(largest[largest[value] > 0], value, ["case"], "log")
        _rows(strengths, value, sizes)
    plot.logarithmic(strengths, "x")
    d = float(largest["d"].iloc[0])
    for ax in (powers, strengths):
        row = _row(_LEFT_OUT)
        ax.axhspan(row - 0.5, row + 0.5, color="0.92", linewidth=0, zorder=0)
    _upright(powers, 0.0, "learned")
    _upright(powers, -0.5, "random")
    _upright(strengths, d**-0.5, "$d^{-1/2}$")
    _names(powers, slopes)
    powers.set(title="Exponent of the strength", xlabel="exponent in $d$")
    powers.margins(x=0.06)
    strengths.set(title=f"Strength at $d = {plot.number(d)}$", xlabel="strength", ylabel="")
    strengths.tick_params(axis="y", labelleft=False)
    outside = slopes["outside"]
    beyond = np.maximum(outside["low"] + 0.5, -0.5 - outside["high"]).max()
    apart = int(plot.excludes(outside, -0.5).sum())
    scaled = runs.assign(scaled=runs["outside"] * np.sqrt(runs["d"]))
    figure.say(
        slope=slopes["inside"].set_index("case")["estimate"].get(_LEFT_OUT, np.nan),
        apart=f"{apart} of {len(outside)} intervals exclude it by up to {beyond:.3f}"
        if apart
        else "every interval contains $-1/2$",
        least=f"${plot.number(float(runs['d'].min()))}$",
        largest=f"${plot.number(d)}$",
        most=scaled.groupby(["case", "d"])["scaled"].mean().max(),
    )


def _row(case: str) -> float:
    """Return where the row of a case stands."""
    target, time = case.rsplit("-", 1)
    return list(_TARGETS).index(target) + _BLOCK * list(_STEPS).index(int(time))


def _names(ax: Axes, slopes: dict[str, pd.DataFrame]) -> None:
    """Write the heads of the blocks, and next to their first marks what the colours are."""
    place: dict[str, Any] = {"textcoords": "offset points", "va": "center"}
    head: dict[str, Any] = {"xycoords": ax.get_yaxis_transform(), "ha": "right", "weight": "bold"}
    for number, words in enumerate(_STEPS.values()):
        at = (0.0, _HEAD + _BLOCK * number)
        ax.annotate(words, at, (-3, 0), annotation_clip=False, **head, **place)
    for case, (value, (name, colour, _)) in zip(
        ("example-1-1", "example-2-1"), reversed(_SERIES.items()), strict=True
    ):
        rows = slopes[value].set_index("case").loc[[case], ["estimate", "high"]]
        right = value == "outside"
        end = float(np.nanmax(rows.to_numpy()[0, : 1 + right]))
        place["color"] = plot.written(colour)
        shift, side = (4, "left") if right else (-5, "right")
        ax.annotate(name, (end, _row(case)), (shift, 0), ha=side, **place)
    place["color"] = plot.written(_SERIES["outside"][1])
    for case in _WHOLE:
        ax.annotate(_NOTHING, (-0.25, _row(case)), (0, 0), ha="center", **place)


def _upright(ax: Axes, at: float, name: str) -> None:
    """Draw a grey line at a value of the x axis, named above the rows."""
    ends = (len(_TARGETS) - 0.4 + _BLOCK, _HEAD - 0.4)
    ax.plot([at, at], ends, color=plot.GREY, linewidth=0.6, zorder=2)
    left = at <= 0
    ax.annotate(
        name,
        (at, _HEAD),
        (-2 if left else 2, 0),
        textcoords="offset points",
        ha="right" if left else "left",
        va="center",
    )
    ax.set_ylim(ends)


def _exponents(runs: pd.DataFrame, value: str) -> pd.DataFrame:
    """Return the exponent in d of each case with its interval."""
    found = plot.exponents(runs, "d", value, "case").dropna(subset="estimate")
    return found.assign(seeds=runs["seed"].nunique(), diverged=0, kind="exponent")


def _rows(ax: Axes, value: str, table: pd.DataFrame) -> None:
    name, colour, marker = _SERIES[value]
    for number, names in enumerate(_CASES.values()):
        colours = dict.fromkeys(names, colour)
        offset = _BLOCK * number
        look: dict[str, Any] = {"label": name, "colours": colours, "marker": marker}
        plot.forest(ax, table, "case", names, offset=offset, **look)
