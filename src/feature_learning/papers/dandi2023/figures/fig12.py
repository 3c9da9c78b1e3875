"""What is behind one giant step: the size that it takes."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.dandi2023.quantities import half_step
from feature_learning.plotting import Sheet, Tables

_NAMES = {leap: rf"$\ell = {leap}$" for leap in (1, 2, 3)}
_LEAPS = plot.unordered("leap", _NAMES, after=1)
_LARGEST = 20_000  # dimension of the theory that is drawn
_POWER = "d**((leap - 1) / 2)"


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the step size over its power of d against d: flat is the power."""
    (ax,) = figure.panels(height=2.5)
    steps = half_step(tables)
    powers = np.asarray(steps.points.eval(_POWER), dtype=float)
    found = steps.over(powers).predicted_by(None)
    _theory(ax, tables.theory("half_steps"), found.points["d"].max())
    table = plot.quantity(ax, found, "d", _LEAPS)
    plot.logarithmic(ax, "x")
    ax.set(xlabel="dimension $d$", ylabel=r"step size over $d^{(\ell - 1)/2}$")
    # Where half of the draws are not reached, the interval has no upper end.
    ends = table[["estimate", "high"]].to_numpy()
    if (finite := ends[np.isfinite(ends)]).size:
        ax.set_ylim(0, 1.15 * float(finite.max()))
    sizes = steps.table()
    plot.residual(ax, sizes, sizes, "d", "predicted", _LEAPS)
    figure.say(ratio=f"{tables.runs('behind')['ratio'].max():g}")


def _theory(ax: Axes, law: pd.DataFrame, largest: int) -> None:
    """Draw step sizes over their powers of d, and their limits."""
    shown = law[law["d"] <= max(_LARGEST, largest)]
    power = shown["d"].astype(float) ** ((shown["leap"].astype(int) - 1) / 2)
    shown = shown.assign(leap=shown["leap"].astype(int), step=shown["step"] / power)
    plot.theory(ax, shown, "d", "step", _LEAPS, ends=True)
    for leap, own in _LEAPS.split(shown):
        limit, colour = float(own["limit"].iloc[0]), plot.darker(_LEAPS.colours[leap])
        ax.axhline(limit, color=colour, linewidth=0.3, zorder=1.5)
        plot.sheet_of(ax).record(ax, _LEAPS.names[leap], "limit", x=[np.nan], y=[limit])
