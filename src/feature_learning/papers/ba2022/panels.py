"""What figures share: the risk as the paper draws it (dots, predicted lines, and the dashed bound),
and the colours of teachers and of information exponents.
"""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.ba2022.model import ROOT, THREE_ROOT

BOUND = "kernel bound"
INITIAL = "#6e6e6e"
"""The colour of the kernel without a step."""

LARGE = {ROOT: "#9b45d9", THREE_ROOT: "#4b0082"}
"""The colours of the large steps: purple, as in the paper's figure 1; the larger step is darker."""

TEACHERS = plot.methods(
    "teacher", {"relu": ("network", "ReLU"), "he2": ("random features", r"$H_2/\sqrt{2}$")}
)
"""The teachers of the spike's figures: with a linear part, and without one."""


def exponents(column: str, most: int = 3) -> plot.Hue:
    """Return the series of the information exponents 1, 2 and so on, three at least."""
    return plot.ordered(column, range(1, max(3, most) + 1), "$k = {}$", palette="flare")


def by_step(values: pd.Series) -> plot.Hue:
    """Return the series of steps eta: none grey and square, the others the brighter, the larger."""
    steps = by_size("eta", values[values > 0], r"$\eta = {:g}$")
    none = plot.Hue("eta", {0: INITIAL}, {0: r"$\eta = 0$"}, {0: "s"})
    return plot.Hue(
        "eta",
        {**none.colours, **steps.colours},
        {**none.names, **steps.names},
        {**none.markers, **steps.markers},
    )


def by_size(column: str, values: pd.Series, name: object) -> plot.Hue:
    """Return the series of step sizes: the brighter, the larger the step."""
    return plot.ordered(column, values, name, palette="plasma")  # type: ignore[arg-type]


def risk_panel(
    ax: Axes,
    runs: pd.DataFrame,
    predicted: pd.DataFrame,
    x: str,
    hue: plot.Hue,
    *,
    join: bool = False,
    top: float = np.inf,
    peak: float | None = None,
) -> pd.DataFrame:
    """Draw mean risks over seeds as dots, without their intervals, and predictions as lines.

    Parameters
    ----------
    ax
        Where to draw.
    runs, predicted
        The risk of each seed, and its prediction for the series that have one.
    x
        The column of the ratio on the x axis.
    hue
        The series.
    join
        Join the dots of each series, where there is no prediction.
    top
        The end of the axis: dots above it are left out, and lines are cut.
    peak
        Where lines leave the axis; absent if they do not.

    Returns
    -------
    pandas.DataFrame
        The estimates, and whether each is shown.
    """
    poles = [] if peak is None else [peak]
    for value, part in hue.split(predicted):
        name, colour = hue.names[value], hue.colours[value]
        plot.theory(ax, part, x, "risk", label=name, colour=colour, poles=poles)
    found = plot.estimates(runs, "risk", [hue.column, x])
    found["shown"] = found["estimate"] < top
    plot.simulation(ax, found[found["shown"]], x, hue, join=join, band=False, bars=False)
    if join:
        for value, _ in hue.split(found):
            own = plot.Entry(ax, hue.names[value], "theory", hue.colours[value])
            plot.sheet_of(ax).name(own)
    return found


def half(found: pd.DataFrame) -> float:
    """Return the largest half of an interval of a shown dot, relative to it.

    Parameters
    ----------
    found
        From `risk_panel`.
    """
    shown = found[found["shown"]]
    return float(((shown["high"] - shown["low"]) / (2 * shown["estimate"])).max())


def kernel_bound(ax: Axes, value: float) -> None:
    """Draw the bound on kernels over the whole panel."""
    ax.axhline(value, color=plot.PREDICTION, linestyle="--", linewidth=1.0, zorder=1.5)
    sheet = plot.sheet_of(ax)
    sheet.record(ax, BOUND, "theory", x=[np.nan], y=[value])
    sheet.name(plot.Entry(ax, BOUND, "theory", plot.PREDICTION, dashes="--"))
