"""What each step learns, and what it does not: exponents in the dimension, and strengths."""

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
    "odd-3": "one sign changed",
}
_STEPS = {1: "one step", 2: "two steps"}
_NAMES = {
    f"{target}-{time}": f"{name}, {words}"
    for time, words in _STEPS.items()
    for target, name in _TARGETS.items()
}
_LEFT_OUT = "example-3b-2"  # the row that is shaded
_TOP = -1.2  # of the rows' axis
_SERIES = {  # the quantity, its name, its colour
    "inside": ("weakest inside $U_t$", plot.BLUE),
    "outside": ("strongest outside", plot.ORANGE),
}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the exponents in d of the strengths inside and outside the space of each step, and the
    strengths at the largest d.
    """
    powers, strengths = figure.panels(1, 2, height=2.7, sharey=True, ratios=[1.35, 1])
    runs = tables.runs("spaces")
    runs = runs[runs["time"].isin(list(_STEPS)) & runs["target"].isin(list(_TARGETS))]
    runs = runs.assign(case=runs["target"] + "-" + runs["time"].astype(str))
    largest = runs[runs["d"] == runs["d"].max()]
    for value in _SERIES:
        _rows(powers, value, _exponents(runs[runs[value] > 0], value))
        found = plot.estimates(largest[largest[value] > 0], value, ["case"], "log")
        _rows(strengths, value, found)
    plot.logarithmic(strengths, "x")
    for ax in (powers, strengths):
        row = list(_NAMES).index(_LEFT_OUT)
        ax.axhspan(row - 0.5, row + 0.5, color="0.92", linewidth=0, zorder=0)
    d = float(largest["d"].iloc[0])
    _upright(powers, 0.0, "learned")
    _upright(powers, -0.5, "chance")
    _upright(strengths, d**-0.5, "$d^{-1/2}$")
    powers.set(title="Exponents", xlabel="exponent in $d$")
    powers.margins(x=0.06)
    strengths.set(title=f"At $d = {plot.number(d)}$", xlabel="strength")
    strengths.tick_params(axis="y", labelleft=False)
    strengths.set_ylabel("")
    last = largest[largest["case"] == _LEFT_OUT]
    slope = _exponents(runs[runs["inside"] > 0], "inside").set_index("case")["estimate"]
    outside = runs.assign(scaled=runs["outside"] * np.sqrt(runs["d"]))
    figure.say(
        slope=slope.get(_LEFT_OUT, np.nan),
        last=last["inside"].mean(),
        d=int(d),
        least=f"${plot.number(float(runs['d'].min()))}$",
        largest=f"${plot.number(d)}$",
        most=outside.groupby(["case", "d"])["scaled"].mean().max(),
    )


def _upright(ax: Axes, at: float, name: str) -> None:
    """Draw a grey line at a value of the x axis, named above the rows."""
    ends = (len(_NAMES) - 0.4, _TOP)
    ax.plot([at, at], ends, color=plot.GREY, linewidth=0.6, zorder=2)
    left = at <= 0
    ax.annotate(
        name,
        (at, -0.75),
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
    name, colour = _SERIES[value]
    plot.forest(ax, table, "case", _NAMES, label=name, colours=dict.fromkeys(_NAMES, colour))
