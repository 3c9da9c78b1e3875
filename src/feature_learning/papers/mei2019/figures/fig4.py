"""Wide and large-sample limits."""

import pandas as pd
from matplotlib.axes import Axes

from feature_learning.plotting import (
    Hue,
    Sheet,
    Tables,
    darker,
    estimates,
    logarithmic,
    ordered,
    pole,
    sheet_of,
    simulation,
    theory,
)

_TITLES = {"bias": "bias tends to that of a kernel", "variance": "and so does the variance"}
_RANGES = {"bias": (0.02, 8), "variance": (0.08, 8)}
_UPTO = 200.0  # the curves are at their limits there
_APART = 1.06  # limits whose ratio is smaller coincide at this scale, and the first is named


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw bias and variance against the width, and the bias against the sample, with their
    limits.
    """
    # The third panel has three poles to name.
    wide, varied, sampled = figure.panels(1, 3, ratios=[1, 1, 1.15])
    for ax, value in ((wide, "bias"), (varied, "variance")):
        ax.set_title(_TITLES[value])
        curves = tables.theory("wide_limit", grows="width")
        penalties = ordered("curve", curves["curve"], r"$\bar\lambda = {:g}$", palette="flare_r")
        n = float(curves["psi2"].iloc[0])
        poles = {curve: [] if curve else [n] for curve in penalties.names}
        _curves(ax, curves, value, penalties, poles)
        _points(ax, tables.runs("wide_simulation", grows="width"), value, penalties)
        ax.set_xlabel("width $N/d$")
    sampled.set_title("more data leave a bias")
    curves = tables.theory("wide_limit", grows="samples")
    widths = ordered("curve", curves["curve"], "$N/d = {:g}$")
    poles = {width: [width] for width in widths.names}
    _curves(sampled, curves, "bias", widths, poles)
    _points(sampled, tables.runs("wide_simulation", grows="samples"), "bias", widths)
    sampled.set_xlabel("samples per dimension $n/d$")
    for ax in (wide, varied, sampled):
        logarithmic(ax, "y")
        logarithmic(ax, "x", ticks=(1, 10, 100))
        value = "variance" if ax is varied else "bias"
        ax.set_ylim(_RANGES[value])
        ax.set_ylabel(value)


def _curves(
    ax: Axes, curves: pd.DataFrame, value: str, hue: Hue, poles: dict[float, list[float]]
) -> None:
    """Draw the predictions, broken at their poles, and name their limits at the right edge."""
    curves = curves[curves["size"] <= _UPTO]
    named: list[float] = []
    for curve, own in hue.split(curves):
        theory(ax, own, "size", value, hue, poles=poles[curve])
        for at in poles[curve]:
            pole(ax, at)
        limit = float(own[f"{value}_limit"].iloc[0])
        if all(max(limit / other, other / limit) > _APART for other in named):
            sheet_of(ax).edge_label(ax, limit, f"{limit:.2g}", darker(hue.colours[curve]))
            named.append(limit)


def _points(ax: Axes, runs: pd.DataFrame, value: str, hue: Hue) -> None:
    ridgeless = (runs["grows"] == "samples") | (runs["curve"] == 0)
    found = [estimates(runs[ridgeless], value, ["curve", "size"], "median")]
    if not ridgeless.all():
        found.append(estimates(runs[~ridgeless], value, ["curve", "size"], "log"))
    simulation(ax, pd.concat(found), "size", hue)
