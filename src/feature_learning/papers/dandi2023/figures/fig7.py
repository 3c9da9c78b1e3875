"""The talk's worked example: which terms are fitted in its five regimes, and which directions one
step learns.
"""

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.dandi2023.claims.fig7 import TABLE
from feature_learning.plotting import Sheet, Tables

_SIZES = (
    r"$n \asymp d$, $p \asymp 1$",
    r"$n \asymp d$, $p \asymp d$",
    r"$n \asymp d^2$, $p \asymp 1$",
    r"$n \asymp d^2$, $p \asymp d$",
    r"$n \asymp d^2$, $p \asymp d^2$",
)
_TERMS = {  # degrees, in the order of the talk's formula
    "100": "$z_1$",
    "020": "$H_2(z_2)$",
    "210": "$H_2(z_1)z_2$",
    "421": "$H_4(z_1)H_2(z_2)z_3$",
    "022": "$H_2(z_2)H_2(z_3)$",
}
_DARK = "0.25"
_DIRECTIONS = plot.unordered("quantity", {"r1": "$w^{*}_1$", "r2": "$w^{*}_2$", "r3": "$w^{*}_3$"})
_PLACES = (0.0, 0.9, 1.9, 3.25, 4.65)  # of the columns
_POWER = 57.0  # of the target
_BAR = 1.7  # the length of the bar of all of it, in columns


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the table of terms with bars of what is left, and below it the weights after one step on
    n of order d and d^2.
    """
    terms, linear, square = figure.mosaic(1, 2, height=1.95, heights=[1.0, 1.15], shared=[1])
    _terms(terms, figure, tables)
    _weights(linear, tables, "regimes_trained", "r1")
    linear.set(title="Few samples", xlabel="$d$, trained at $n = 64 d$")
    last = _weights(square, tables, "regimes_square", "r2")
    square.set(title="Many samples", xlabel="$d$, trained at $n = 64 d^2$")
    linear.set_ylabel("weights along / outside")
    figure.say(w2=last["r2"], w3=last["r3"], share=last["r2"] / np.sqrt(1 + (last**2).sum()))


def _terms(ax: Axes, figure: Sheet, tables: Tables) -> None:
    """Draw the example's terms, one column each, filled where they are fitted, and what the others
    leave as a bar.
    """
    size = 2.0 * mpl.rcParams["lines.markersize"]
    start = 5.5
    for row, (known, degree) in enumerate(TABLE):
        law = tables.theory("regimes", target="regimes", known=known, degree=degree).iloc[0]
        fitted = law["fitted"].split(" + ")
        for column, degrees in zip(_PLACES, _TERMS, strict=True):
            filled = degrees in fitted
            (dot,) = ax.plot(column, row, "o", markersize=size, color=_DARK if filled else "white")
            dot.set(markeredgecolor=_DARK, markeredgewidth=0.6)
        floor = law["floor"]
        ax.barh(row, _BAR * floor / _POWER, left=start, height=0.45, color=_DARK, zorder=2)
        end = start + _BAR * floor / _POWER + 0.08
        ax.text(end, row, f"${floor:g}$", ha="left", va="center")
        figure.record(ax, "theory", "theory", x=[floor], y=[row])
    ax.set_yticks(range(len(TABLE)), _SIZES)
    ax.set_xticks([])
    for place, term in zip(
        [*_PLACES, start + _BAR / 2], [*_TERMS.values(), "left of 57"], strict=True
    ):
        ax.text(place, -0.75, term, ha="center", va="bottom")
    ax.tick_params(length=0)
    ax.grid(False)
    for side in ("left", "bottom"):
        ax.spines[side].set_visible(False)
    ax.set(title="Fitted terms", ylabel="regime")
    ax.set(xlim=(-0.6, start + _BAR + 0.5), ylim=(len(TABLE) - 0.5, -1.4))


def _weights(ax: Axes, tables: Tables, name: str, column: str) -> np.ndarray:
    """Draw the weights along each direction over their part outside all, with the limit of one, and
    return the means at the largest d.
    """
    runs, law = tables.runs(name), tables.theory(name)
    label = _DIRECTIONS.names[column]
    plot.theory(
        ax,
        law,
        "d",
        column,
        label=label,
        colour=plot.darker(_DIRECTIONS.colours[column]),
        thin=True,
    )
    sizes = plot.estimates(runs, list(_DIRECTIONS.names), ["d"], "rms")
    plot.simulation(ax, sizes, "d", _DIRECTIONS, join=True, ends=True)
    d = np.sort(runs["d"].unique()).astype(float)
    plot.guide(ax, d, d**-0.5, "chance", at=None)
    plot.logarithmic(ax)
    return sizes[sizes["d"] == d[-1]].set_index("quantity")["estimate"]
