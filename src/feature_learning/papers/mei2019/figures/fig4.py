"""Wide and large-sample limits."""

import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_RANGES = {"bias": (0.02, 8), "variance": (0.08, 8)}
_UPTO = 200.0  # the curves are at their limits there
_APART = 1.06  # limits whose ratio is smaller coincide at this scale, and the first is named


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw bias and variance against the width, and the bias against the sample, with their
    limits.
    """
    # The third panel has three poles to name.
    wide, varied, sampled = figure.panels(1, 3, ratios=[1, 1, 1.15])
    curves, runs = tables.theory("wide_limit", grows="width"), tables.runs("wide_simulation")
    penalties = plot.ordered("curve", curves["curve"], r"$\bar\lambda = {:g}$", palette="flare_r")
    poles = {lbar: [] if lbar else [tables.value("wide_limit", "psi2")] for lbar in penalties.names}
    for ax, value in ((wide, "bias"), (varied, "variance")):
        _curves(ax, curves, value, penalties, poles)
        _points(ax, runs[runs["grows"] == "width"], value, penalties)
    wide.set(title="bias tends to that of a kernel", xlabel="width $N/d$")
    varied.set(title="and so does the variance", xlabel="width $N/d$")

    curves = tables.theory("wide_limit", grows="samples")
    widths = plot.ordered("curve", curves["curve"], "$N/d = {:g}$")
    _curves(sampled, curves, "bias", widths, {width: [width] for width in widths.names})
    _points(sampled, runs[runs["grows"] == "samples"], "bias", widths)
    sampled.set(title="more data leave a bias", xlabel="samples per dimension $n/d$")


def _curves(
    ax: Axes, curves: pd.DataFrame, value: str, hue: plot.Hue, poles: dict[float, list[float]]
) -> None:
    """Draw the predictions, broken at their poles, and name their limits at the right edge."""
    named: list[float] = []
    for key, curve in hue.split(curves[curves["size"] <= _UPTO]):
        plot.theory(ax, curve, "size", value, hue, poles=poles[key])
        for size in poles[key]:
            plot.pole(ax, size)
        limit = float(curve[f"{value}_limit"].iloc[0])
        if all(max(limit / other, other / limit) > _APART for other in named):
            plot.sheet_of(ax).edge_label(ax, limit, f"{limit:.2g}", plot.darker(hue.colours[key]))
            named.append(limit)


def _points(ax: Axes, runs: pd.DataFrame, value: str, hue: plot.Hue) -> None:
    """Draw medians without a ridge and means with one, and set the axes."""
    ridgeless = (runs["grows"] == "samples") | (runs["curve"] == 0)
    risks = [plot.estimates(runs[ridgeless], value, ["curve", "size"], "median")]
    if not ridgeless.all():
        risks.append(plot.estimates(runs[~ridgeless], value, ["curve", "size"], "log"))
    plot.simulation(ax, pd.concat(risks), "size", hue)
    plot.logarithmic(ax, "y")
    plot.logarithmic(ax, "x", ticks=(1, 10, 100))
    ax.set(ylim=_RANGES[value], ylabel=value)
