"""Five regimes: the talk's table, what one step learns, what is left of the error, and further steps."""

import math

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes

from feature_learning.core.tables import Tables
from feature_learning.papers.dandi2023.claims.fig7 import TABLE
from feature_learning.papers.dandi2023.experiments.regimes_error import REGIMES
from feature_learning.papers.dandi2023.shared.model import KNOWN, TARGETS
from feature_learning.papers.dandi2023.shared.panels import theory_at_steps
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.lines import guide, level, logarithmic
from feature_learning.plotting.marks import simulation, theory
from feature_learning.plotting.palette import BLUE, ORANGE, SKY, VERMILLION, Hue, darker, ordered, unordered
from feature_learning.plotting.sheet import Sheet

_SIZES = (r"$d$, $1$", r"$d$, $d$", r"$d^2$, $1$", r"$d^2$, $d$", r"$d^2$, $d^2$")
_TERMS = ("100", "020", "210", "421", "022")  # degrees, in the order of the talk's formula
_LEFT_OUT = "0.85"
_BATCHES = {"untrained": "untrained", "linear": "$n = 32 d$", "square": "$n = 8 d^2$"}
_REGIMES = ordered("regime", range(3), lambda k: list(_BATCHES.values())[k], "flare")
_DIRECTIONS = unordered("quantity", {"r1": "$w^*_1$", "r2": "$w^*_2$", "r3": "$w^*_3$"})
_STUDENTS = {
    "w1, relu": ("$w^*_1$, ReLU", BLUE, "o"),
    "w2, relu": ("$w^*_2$, ReLU", VERMILLION, "s"),
    "w1, relu-0.5": (r"$w^*_1$, ReLU$(x-\frac{1}{2})$", SKY, "^"),
    "w2, relu-0.5": (r"$w^*_2$, ReLU$(x-\frac{1}{2})$", ORANGE, "v"),
}
_NAMES, _COLOURS, _MARKERS = ({series: looks[place] for series, looks in _STUDENTS.items()} for place in range(3))
_CLIMBS = Hue("series", _COLOURS, _NAMES, _MARKERS)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the table, the weights after one step on n of order d and d^2, the errors, and two staircases."""
    terms, linear, square, errors, *climbs = figure.panels(2, 3, height=2.1)
    _terms(terms, figure, tables)
    for ax, name, title, column in (
        (linear, "regimes_trained", "$n = 64 d$: $w^*_1$ alone", "r1"),
        (square, "regimes_square", "$n = 64 d^2$: $w^*_2$ as well", "r2"),
    ):
        ax.set_title(title)
        _weights(ax, tables, name, column)
    _errors(errors, tables)
    titles = {"stand-in": "both students climb", "even-climb": "a plain ReLU is blind"}
    for ax, (target, title) in zip(climbs, titles.items(), strict=True):
        ax.set_title(title)
        _climb(ax, tables, target)


def _terms(ax: Axes, figure: Sheet, tables: Tables) -> None:
    """Write the example's terms, one column each, dark where they are fitted, and the floor as a number."""
    ax.set_title("fitted terms, and floor")
    for row, (known, degree) in enumerate(TABLE):
        law = tables.theory("regimes", target="regimes", known=known, degree=degree).iloc[0]
        fitted = str(law["fitted"]).split(" + ")
        for column, degrees in enumerate(_TERMS):
            ax.plot(
                column, row, marker="s", markersize=2.2 * mpl.rcParams["lines.markersize"], color="0.2" if degrees in fitted else _LEFT_OUT
            )
        ax.text(len(_TERMS), row, f"{law['floor']:g}", ha="center", va="center", fontsize=mpl.rcParams["legend.fontsize"])
        figure.record(ax, "floor", "theory", x=[len(_TERMS)], y=[float(law["floor"])])
    ax.set_yticks(range(len(TABLE)), _SIZES)
    ax.set_xticks(range(len(_TERMS) + 1), ["1", "2", "3", "4", "5", "floor"])
    ax.set_xlim(-0.7, len(_TERMS) + 0.6)
    ax.set_ylim(len(TABLE) - 0.5, -0.5)
    ax.tick_params(length=0)
    ax.set_xlabel("terms of the example")
    ax.set_ylabel("orders of $n$, $p$")


def _weights(ax: Axes, tables: Tables, name: str, column: str) -> None:
    runs, law = tables.runs(name), tables.theory(name)
    theory(ax, law, "d", column, label="limit")
    found = [estimates(runs, quantity, ["d"], "rms").assign(quantity=quantity) for quantity in _DIRECTIONS.names]
    for table in found:
        simulation(ax, table, "d", _DIRECTIONS)
    at = np.sort(runs["d"].unique()).astype(float)
    guide(ax, at, 0.5 * found[-1]["estimate"].iloc[0] * (at / at[0]) ** -0.5, "$-1/2$", at=None)
    logarithmic(ax)
    ax.set_xlabel("dimension $d$")
    ax.set_ylabel("weights along / rest")


def _errors(ax: Axes, tables: Tables) -> None:
    ax.set_title("more samples, lower floors")
    runs = tables.runs("regimes_error")
    runs = runs.assign(regime=runs["regime"].map({regime: number for number, regime in enumerate(REGIMES)}))
    simulation(ax, estimates(runs, "error", ["regime", "width"], "log"), "width", _REGIMES, join=True)
    for number, known in enumerate(REGIMES.values()):
        floor = TARGETS["stand-in"].floor(KNOWN[known], 0)
        level(ax, floor, f"{floor:g}", colour=darker(_REGIMES.colours[number]))
    logarithmic(ax, "x")
    ax.set_xlabel("neurons $p$")
    ax.set_ylabel("test error")


def _climb(ax: Axes, tables: Tables, target: str) -> None:
    runs, law = (
        frame.melt(["activation", "time", *extra], ["w1", "w2"], "direction")
        for frame, extra in ((tables.runs("climbing", target=target), ["seed"]), (tables.theory("climbing", target=target), []))
    )
    runs, law = (frame.assign(series=frame["direction"] + ", " + frame["activation"]) for frame in (runs, law))
    theory_at_steps(ax, law, "value", _CLIMBS)
    simulation(ax, estimates(runs, "value", ["series", "time"], "log"), "time", _CLIMBS, dodge=2)
    level(ax, 1 / math.sqrt(float(tables.runs("climbing")["d"].iloc[0])), "$d^{-1/2}$")
    ax.set_xticks(sorted(runs["time"].unique()))
    ax.set_xlabel("steps $T$")
    ax.set_ylabel("rms cosine")
