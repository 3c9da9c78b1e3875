"""The fitted fraction of each term, by known directions and number of neurons."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from feature_learning import plotting as plot
from feature_learning.papers.dandi2023.quantities import fitted_fraction
from feature_learning.papers.dandi2023.targets import KNOWN
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics.quantity import Quantity

_TERMS = {
    "100": "$z_1$",
    "020": "$H_2(z_2)$",
    "110": "$z_1 z_2$",
    "111": "$z_1 z_2 z_3$",
    "012": "$z_2 H_2(z_3)$",
}
_EXAMPLE = {
    "100": "$z_1$",
    "020": "$H_2(z_2)$",
    "210": "$H_2(z_1) z_2$",
    "421": "$H_4(z_1) H_2(z_2) z_3$",
    "022": "$H_2(z_2) H_2(z_3)$",
}
_COLUMNS = {
    ("w1", 0): "$w_1$\n$p \\asymp 1$",
    ("w1", 1): "$w_1$\n$p \\asymp d$",
    ("w1-w2", 0): "$w_1, w_2$\n$p \\asymp 1$",
    ("w1-w2", 1): "$w_1, w_2$\n$p \\asymp d$",
    ("w1-w2", 2): "$w_1, w_2$\n$p \\asymp d^2$",
}

_DARK = 0.6  # fractions below it are written in white


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw a map with one column for each regime and one row for each term, for each target."""
    unit, example = figure.panels(1, 2, height=2.6)
    unit.set_title("Terms of variance 1")
    example.set_title("The talk's target")
    _map(unit, fitted_fraction(tables), _TERMS)
    _map(example, fitted_fraction(tables, "planted_example"), _EXAMPLE)


def _map(ax: Axes, fraction_of: Quantity, terms: Mapping[str, str]) -> None:
    """Draw the fractions of a target's terms at the largest d of each regime."""
    found = fraction_of.table()
    last = found[found["d"] == found.groupby(["known", "power"])["d"].transform("max")]
    rows, columns = list(terms), list(_COLUMNS)
    cases = list(zip(last["known"], last["power"], strict=True))
    shown = last.assign(
        x=[columns.index(case) for case in cases], y=[rows.index(term) for term in last["term"]]
    )
    bar = plot.heat(ax, shown, "x", "y", label="fitted fraction", limits=(0.0, 1.0))
    size = plot.sheet_of(ax).target.smallest
    columns_of = (shown[name] for name in ("x", "y", "estimate", "term", "known", "power"))
    for x, y, fraction, term, known, power in zip(*columns_of, strict=True):
        colour = "white" if fraction < _DARK else "black"
        text = f"${round(fraction, 2) + 0.0:.2f}$"
        ax.text(x, y, text, ha="center", va="center", color=colour, fontsize=size)
        if _degree_outside(term, known) <= power:
            look: dict[str, Any] = {"fill": False, "edgecolor": plot.ORANGE, "linewidth": 1.2}
            ax.add_patch(Rectangle((x - 0.46, y - 0.46), 0.92, 0.92, zorder=4, **look))
    bar.ax.set_ylabel("fitted fraction")
    present = sorted({int(x) for x in shown["x"]})
    ax.set_xticks(present, [_COLUMNS[columns[x]] for x in present])
    ax.set_yticks(np.arange(len(rows)), list(terms.values()))
    ax.invert_yaxis()
    ax.set(xlabel="known directions and number of neurons", ylabel="term of the target")


def _degree_outside(term: str, known: str) -> int:
    """Return the degree of a term in the directions that are not known."""
    return sum(int(degree) for k, degree in enumerate(term) if k not in KNOWN[known])
