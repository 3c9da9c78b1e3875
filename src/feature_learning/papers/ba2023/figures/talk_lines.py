"""The talk's two number lines: what kernel and network learn, against the strength of the spike."""

import math
from itertools import pairwise

import matplotlib as mpl
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.ba2023 import quantities as q
from feature_learning.plotting import Sheet, Tables

_TARGETS = plot.unordered(
    "target",
    {"he1-he4": "$h_1 + h_4$", "he2-he4": "$h_2 + h_4$", "he2-he3": "$h_2 + h_3$", "he2": "$h_2$"},
)
_SIDES = {"he1-he4": 1, "he2-he4": -1, "he2-he3": 1, "he2": -1}  # of the line
_PINS = {1: "v", -1: "^"}  # with the tip on the line
_PIN = 0.15  # from the line to the middle of a pin, in units of the axis
_METHODS = ("kernel", "network")  # from the top
_TITLES = {
    "kernel": "Kernel ridge regression: degrees that are learned",
    "network": "Network after one step: information exponents that are learned",
}
_RANGES = {
    "kernel": ["degree 1", "1, 2", "1 to 3", "1 to 4"],
    "network": ["$k = 1$", r"$k \leq 2$", r"$k \leq 3$", r"$k \leq 4$"],
}
_LIMITS = {"kernel": r"$1 - 1/\ell$", "network": "$1 - 1/k$"}
_TICKS = {0.0: "0", 1 / 2: "1/2", 2 / 3: "2/3", 3 / 4: "3/4", 1.0: "1"}
_ENDS = (-0.02, 1.02)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw one line for each method, with the gammas at which targets are learned as marks."""
    panels = figure.panels(2, 1, height=1.25, width=figure.target.page)
    d = min(tables.values("thresholds", "d", method=method)[-1] for method in _METHODS)
    found = {
        method: q.gamma_for_quarter(tables, method).predicted_by(None).at(d=d).table()
        for method in _METHODS
    }
    for ax, method in zip(panels, _METHODS, strict=True):
        _line(ax, method, d)
        _pins(ax, found[method].dropna(subset="estimate").set_index("target"))
    figure.key(panels[0], "lower left", columns=tables.runs("thresholds")["target"].nunique())
    both = pd.concat(found.values())
    half = float(((both["high"] - both["low"]) / 2).max())
    figure.say(largest=d, half=half, root=math.sqrt(d))


def _line(ax: Axes, method: str, d: int) -> None:
    """Draw a number line with the theorem's limits as ticks and the names of the ranges."""
    size = mpl.rcParams["legend.fontsize"]
    ax.set(xlim=_ENDS, ylim=(-1.4, 0.9), yticks=[])
    ax.spines["left"].set_visible(False)
    ax.spines["bottom"].set_position(("data", 0))
    ax.tick_params(axis="x", length=7, direction="inout", pad=6)
    ax.set_xticks(list(_TICKS), list(_TICKS.values()))
    ax.set(title=_TITLES[method], xlabel=r"$\gamma$, spike $\theta = d^\gamma$")
    place = {"ha": "center", "va": "center", "fontsize": size, "color": plot.written(plot.GREY)}
    for (low, high), name in zip(pairwise(_TICKS), _RANGES[method], strict=True):
        ax.text((low + high) / 2, 0.65, name, **place)
    said = rf"ticks: {_LIMITS[method]} for $d \to \infty$; pins: measured, $d = {d}$"
    plot.sheet_of(ax).record(ax, said, "theory", x=list(_TICKS)[:-1], y=0.0)
    ax.text(1, -0.95, said, **place | {"ha": "right"})


def _pins(ax: Axes, found: pd.DataFrame) -> None:
    """Put a pin on the line where the risk of each target is 1/4."""
    sheet = plot.sheet_of(ax)
    for name, row in found.iterrows():
        text, colour, side = _TARGETS.names[name], _TARGETS.colours[name], _SIDES[str(name)]
        (pin,) = ax.plot([row["estimate"]], [side * _PIN], _PINS[side], color=colour, zorder=4)
        pin.set(markersize=1.6 * mpl.rcParams["lines.markersize"], markeredgewidth=0)
        columns = {key: [row[key]] for key in ("low", "high", "seeds", "diverged", "kind")}
        sheet.record(ax, text, "simulation", x=[row["estimate"]], y=[0.0], **columns)
        sheet.name(plot.Entry(ax, text, "simulation", colour, _PINS[side]))
