"""Five regimes: the talk's table, what one step learns, what is left of the error, and further
steps.
"""

import math

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.dandi2023.claims.fig7 import TABLE
from feature_learning.papers.dandi2023.experiments.regimes_error import REGIMES
from feature_learning.papers.dandi2023.shared.model import KNOWN, TARGETS
from feature_learning.papers.dandi2023.shared.panels import theory_at_steps
from feature_learning.plotting import Sheet, Tables

_SIZES = (r"$d$, $1$", r"$d$, $d$", r"$d^2$, $1$", r"$d^2$, $d$", r"$d^2$, $d^2$")
_TERMS = ("100", "020", "210", "421", "022")  # degrees, in the order of the talk's formula
_LEFT_OUT = "0.85"
_BATCHES = {"untrained": "untrained", "linear": "$n = 32 d$", "square": "$n = 8 d^2$"}
_REGIMES = plot.ordered("regime", range(3), lambda k: list(_BATCHES.values())[k], "flare")
_DIRECTIONS = plot.unordered("quantity", {"r1": "$w^*_1$", "r2": "$w^*_2$", "r3": "$w^*_3$"})
_STUDENTS = {
    "w1, relu": ("$w^*_1$, ReLU", plot.BLUE, "o"),
    "w2, relu": ("$w^*_2$, ReLU", plot.VERMILLION, "s"),
    "w1, relu-0.5": (r"$w^*_1$, ReLU$(x-\frac{1}{2})$", plot.SKY, "^"),
    "w2, relu-0.5": (r"$w^*_2$, ReLU$(x-\frac{1}{2})$", plot.ORANGE, "v"),
}
_NAMES, _COLOURS, _MARKERS = (
    {series: looks[place] for series, looks in _STUDENTS.items()} for place in range(3)
)
_CLIMBS = plot.Hue("series", _COLOURS, _NAMES, _MARKERS)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the table, the weights after one step on n of order d and d^2, the errors, and two
    staircases.
    """
    terms, linear, square, errors, *climbs = figure.panels(2, 3, height=2.1)
    _terms(terms, figure, tables)
    _weights(linear, tables, "regimes_trained", "r1")
    linear.set_title("$n = 64 d$: $w^*_1$ alone")
    _weights(square, tables, "regimes_square", "r2")
    square.set_title("$n = 64 d^2$: $w^*_2$ as well")
    _errors(errors, tables)
    titles = {"stand-in": "both students climb", "even-climb": "a plain ReLU is blind"}
    for ax, (target, title) in zip(climbs, titles.items(), strict=True):
        ax.set_title(title)
        _climb(ax, tables, target)


def _terms(ax: Axes, figure: Sheet, tables: Tables) -> None:
    """Write the example's terms, one column each, dark where they are fitted, and the floor as a
    number.
    """
    size, font = 2.2 * mpl.rcParams["lines.markersize"], mpl.rcParams["legend.fontsize"]
    last = len(_TERMS)
    for row, (known, degree) in enumerate(TABLE):
        law = tables.theory("regimes", target="regimes", known=known, degree=degree).iloc[0]
        fitted = law["fitted"].split(" + ")
        for column, degrees in enumerate(_TERMS):
            colour = "0.2" if degrees in fitted else _LEFT_OUT
            ax.plot(column, row, marker="s", markersize=size, color=colour)
        ax.text(last, row, f"{law['floor']:g}", ha="center", va="center", fontsize=font)
        figure.record(ax, "floor", "theory", x=[last], y=[law["floor"]])
    ax.set_yticks(range(len(TABLE)), _SIZES)
    ax.set_xticks(range(last + 1), ["1", "2", "3", "4", "5", "floor"])
    ax.tick_params(length=0)
    ax.set(title="fitted terms, and floor", xlabel="terms of the example")
    ax.set(ylabel="orders of $n$, $p$", xlim=(-0.7, last + 0.6), ylim=(len(TABLE) - 0.5, -0.5))


def _weights(ax: Axes, tables: Tables, name: str, column: str) -> None:
    runs, law = tables.runs(name), tables.theory(name)
    plot.theory(ax, law, "d", column, label="limit")
    sizes = plot.estimates(runs, list(_DIRECTIONS.names), ["d"], "rms")
    plot.simulation(ax, sizes, "d", _DIRECTIONS)
    d = np.sort(runs["d"].unique()).astype(float)
    third = sizes[sizes["quantity"] == "r3"]["estimate"].iloc[0]
    plot.guide(ax, d, 0.5 * third * (d / d[0]) ** -0.5, "$-1/2$", at=None)
    plot.logarithmic(ax)
    ax.set(xlabel="dimension $d$", ylabel="weights along / rest")


def _errors(ax: Axes, tables: Tables) -> None:
    errors = plot.estimates(tables.runs("regimes_error"), "error", ["regime", "width"], "log")
    errors["regime"] = errors["regime"].map(list(REGIMES).index)
    plot.simulation(ax, errors, "width", _REGIMES, join=True)
    for number, known in enumerate(REGIMES.values()):
        floor = TARGETS["stand-in"].floor(KNOWN[known], 0)
        plot.level(ax, floor, f"{floor:g}", colour=plot.darker(_REGIMES.colours[number]))
    plot.logarithmic(ax, "x")
    ax.set(title="more samples, lower floors", xlabel="neurons $p$", ylabel="test error")


def _climb(ax: Axes, tables: Tables, target: str) -> None:
    runs, law = (
        read("climbing", target=target)
        .melt(keys, ["w1", "w2"], "direction")
        .assign(series=lambda rows: rows["direction"] + ", " + rows["activation"])
        for read, keys in (
            (tables.runs, ["activation", "time", "seed"]),
            (tables.theory, ["activation", "time"]),
        )
    )
    theory_at_steps(ax, law, "value", _CLIMBS)
    plot.simulation(ax, plot.estimates(runs, "value", ["series", "time"], "log"), "time", _CLIMBS)
    plot.level(ax, 1 / math.sqrt(tables.value("climbing", "d")), "$d^{-1/2}$")
    ax.set(xlabel="steps $T$", ylabel="rms cosine", xticks=tables.values("climbing", "time"))
