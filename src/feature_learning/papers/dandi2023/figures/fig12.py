"""What is behind one giant step: the size that it takes."""

import math

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import Interval, by_seed, intervals, loglog_slope, slope_per_seed

_NAMES = {leap: rf"$\ell = {leap}$" for leap in (1, 2, 3)}
_LEAPS = plot.unordered("leap", _NAMES, after=1)
_LARGEST = 20_000  # dimension of the theory that is drawn


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the step size over its power of d against d: flat is the power."""
    (ax,) = figure.panels(height=2.5)
    runs, law = tables.runs("behind"), tables.theory("behind")
    ratio = runs["ratio"].max()
    own, predicted = (rows[rows["ratio"] == ratio] for rows in (runs, law))
    sizes = plot.estimates(own, "step", ["leap", "d"], "median")
    _steps(ax, sizes, tables.theory("half_steps"))
    plot.residual(ax, sizes, predicted, "d", "step", _LEAPS)
    both = sizes.merge(predicted, on=["leap", "d"])
    both["off"] = both["estimate"] / both["step"] - 1
    two = both[both["leap"] == 2]["off"]
    outside = plot.excludes(both, both["step"])
    figure.say(
        ratio=f"{ratio:g}",
        lost=int(sizes["diverged"].max()),
        seeds=int(sizes["seeds"].max()),
        under=both["off"].min(),
        over=both["off"].max(),
        least=round(two.min(), 2) + 0.0,
        most=two.max(),
        outside=int(outside.sum()),
        points=len(both),
        **{f"step{leap}": plot.measured(slope) for leap, slope in _over_all(own).items()},
        **{f"theory{leap}": slope for leap, slope in _slopes(predicted).items()},
    )


def _steps(ax: Axes, sizes: pd.DataFrame, law: pd.DataFrame) -> None:
    """Draw step sizes over their powers of d, with theory on its way to a constant."""
    shown = law[law["d"] <= max(_LARGEST, sizes["d"].max())]
    power = shown["d"].astype(float) ** ((shown["leap"].astype(int) - 1) / 2)
    shown = shown.assign(leap=shown["leap"].astype(int), step=shown["step"] / power)
    plot.theory(ax, shown, "d", "step", _LEAPS, ends=True)
    power = sizes["d"].astype(float) ** ((sizes["leap"] - 1) / 2)
    ends = ["estimate", "low", "high"]
    found = sizes.assign(**sizes[ends].div(power, axis=0))
    plot.simulation(ax, found, "d", _LEAPS)
    plot.logarithmic(ax, "x")
    _limits(ax, shown)
    ax.set(xlabel="dimension $d$", ylabel=r"step size over $d^{(\ell - 1)/2}$")
    bars = found[ends].to_numpy()
    top = max(float(shown["step"].max()), float(bars[np.isfinite(bars)].max(initial=0.0)))
    ax.set_ylim(0, 1.08 * top)


def _limits(ax: Axes, law: pd.DataFrame) -> None:
    """Draw the limit of each leap as a faint level."""
    for leap, own in _LEAPS.split(law):
        limit, colour = float(own["limit"].iloc[0]), plot.darker(_LEAPS.colours[leap])
        ax.axhline(limit, color=colour, linewidth=0.3, zorder=1.5)
        plot.sheet_of(ax).record(ax, _LEAPS.names[leap], "limit", x=[np.nan], y=[limit])


def _over_all(runs: pd.DataFrame) -> dict[int, Interval]:
    """Return the exponent of the step size over all d of each leap, of those that a scale leaves
    out as NaN.
    """
    return dict.fromkeys(_NAMES, Interval.unbounded(math.nan)) | {
        leap: intervals.median(slope_per_seed(by_seed(own, "step", "d")))
        for leap, own in _LEAPS.split(runs)
    }


def _slopes(law: pd.DataFrame) -> dict[int, float]:
    """Return the predicted exponent at the same d of each leap, of those that a scale leaves out
    as NaN.
    """
    return dict.fromkeys(_NAMES, math.nan) | {
        leap: loglog_slope(own["d"].to_numpy(dtype=float), own["step"].to_numpy(dtype=float))
        for leap, own in _LEAPS.split(law)
    }
