"""Wide and large-sample limits."""

import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_QUANTITIES = ("bias", "variance")
_EDGE = 280.0  # where the limits stand
_CARET = 5  # of matplotlib: a triangle to the right
_UPTO = 200.0  # the curves are at their limits there
_AXES = {"width": "width $N/d$", "samples": "samples per dimension $n/d$"}
_TITLES = {"width": "{} at $n = {:g}d$", "samples": "{} without a ridge"}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw bias and variance against the width and against the sample, with their limits."""
    panels = iter(figure.panels(2, 2))
    for grows, name in (("width", r"$\bar\lambda = {:g}$"), ("samples", "$N/d = {:g}$")):
        curves = tables.theory("wide_limit", grows=grows)
        runs = tables.runs("wide_simulation", grows=grows)
        palette = "flare_r" if grows == "width" else "crest"
        hue = plot.ordered("curve", curves["curve"], name, palette=palette)
        samples = tables.value("wide_limit", "psi2")
        poles = {
            key: [key] if grows == "samples" else [] if key else [samples] for key in hue.names
        }
        for value in _QUANTITIES:
            ax = next(panels)
            _curves(ax, curves, value, hue, poles)
            _points(ax, runs, value, hue)
            ax.set(title=_TITLES[grows].format(value.capitalize(), samples), ylabel=value)
            ax.set(xlabel=_AXES[grows], ylim=(0.02, 8), xlim=(0.2, 1.1 * _EDGE))


def _curves(
    ax: Axes, curves: pd.DataFrame, value: str, hue: plot.Hue, poles: dict[float, list[float]]
) -> None:
    """Draw the predictions, broken at their poles, and their limits as ticks at the right edge."""
    for key, curve in hue.split(curves[curves["size"] <= _UPTO]):
        plot.theory(ax, curve, "size", value, hue, poles=poles[key])
        for size in poles[key]:
            plot.pole(ax, size)
        limit = float(curve[f"{value}_limit"].iloc[0])
        if limit <= ax.get_ylim()[0]:  # the variance vanishes with many samples
            continue
        ax.plot([_EDGE], [limit], marker=_CARET, color=hue.colours[key], linestyle="none")


def _points(ax: Axes, runs: pd.DataFrame, value: str, hue: plot.Hue) -> None:
    """Draw medians without a ridge and means with one."""
    ridgeless = (runs["grows"] == "samples") | (runs["curve"] == 0)
    risks = [plot.estimates(runs[ridgeless], value, ["curve", "size"], "median")]
    if not ridgeless.all():
        risks.append(plot.estimates(runs[~ridgeless], value, ["curve", "size"], "log"))
    plot.simulation(ax, pd.concat(risks), "size", hue)
    plot.logarithmic(ax, "y")
    plot.logarithmic(ax, "x", ticks=(1, 10, 100))
