"""The limits of wide networks."""

import matplotlib as mpl
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_QUANTITIES = ("bias", "variance")
_EDGE = 280.0  # where the limits stand
_CARET = 5  # of matplotlib: a triangle to the right
_UPTO = 200.0  # the curves are at their limits there
_LIMITS = "kernel limits"
_HIDDEN = 0.01  # a penalty whose curves lie on those without one, but at the pole


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw bias and variance against the width, with their limits and by how much the runs
    differ; say where they go with the sample.
    """
    curves = tables.theory("wide_limit", grows="width")
    runs = tables.runs("wide_simulation", grows="width")
    curves, runs = (frame[frame["curve"] != _HIDDEN] for frame in (curves, runs))
    hue = plot.ordered("curve", curves["curve"], r"$\bar\lambda = {:g}$", palette="flare_r")
    samples = tables.value("wide_limit", "psi2")
    poles = {key: [] if key else [samples] for key in hue.names}
    strips: list[Axes] = []
    for ax, value in zip(figure.panels(1, 2, height=3.0), _QUANTITIES, strict=True):
        _curves(ax, curves, value, hue, poles)
        found = _points(ax, runs, value, hue)
        away = found[(found["curve"] != 0) | (found["size"] != samples)]
        strip = plot.residual(ax, away, curves, "size", value, hue)
        strips.append(strip)
        ax.set(title=f"{value.capitalize()} at $n = {samples:g}d$", ylabel=value)
        ax.set(xlabel="width $N/d$", ylim=(0.02, 8), xlim=(0.2, 1.1 * _EDGE))
    reach = max(strip.get_ylim()[1] for strip in strips)
    for strip in strips:
        strip.set_ylim(-reach, reach)
    figure.say(d=tables.value("wide_simulation", "d"), widest=f"{runs['size'].max():g}")
    _say_samples(figure, tables.theory("wide_limit", grows="samples"))


def _say_samples(figure: Sheet, curves: pd.DataFrame) -> None:
    """Say what bias is left with many samples, without a ridge, by width."""
    left = curves.drop_duplicates("curve").sort_values("curve")
    figure.say(
        widths=", ".join(f"{width:g}" for width in left["curve"]),
        left=", ".join(f"{bias:.2g}" for bias in left["bias_limit"]),
    )


def _curves(
    ax: Axes, curves: pd.DataFrame, value: str, hue: plot.Hue, poles: dict[float, list[float]]
) -> None:
    """Draw the predictions, broken at their poles, and their limits as ticks at the right edge."""
    for key, curve in hue.split(curves[curves["size"] <= _UPTO]):
        plot.theory(ax, curve, "size", value, hue, poles=poles[key])
        for size in poles[key]:
            plot.pole(ax, size)
        limit = float(curve[f"{value}_limit"].iloc[0])
        plot.sheet_of(ax).record(ax, _LIMITS, "guide", x=[_EDGE], y=[limit])
        ax.plot([_EDGE], [limit], marker=_CARET, color=hue.colours[key], linestyle="none")
        plot.sheet_of(ax).edge_label(ax, limit, hue.names[key], hue.colours[key])
    limits = curves[f"{value}_limit"]
    ax.annotate(
        _LIMITS,
        (_EDGE, float(limits.max())),
        (0, 11),
        textcoords="offset points",
        ha="right",
        va="bottom",
        color="0.42",
        fontsize=mpl.rcParams["legend.fontsize"],
    )


def _points(ax: Axes, runs: pd.DataFrame, value: str, hue: plot.Hue) -> pd.DataFrame:
    """Draw medians without a ridge and means with one, and return them."""
    ridgeless = runs["curve"] == 0
    risks = [plot.estimates(runs[ridgeless], value, ["curve", "size"], "median")]
    if not ridgeless.all():
        risks.append(plot.estimates(runs[~ridgeless], value, ["curve", "size"], "log"))
    found = pd.concat(risks)
    plot.simulation(ax, found, "size", hue)
    plot.logarithmic(ax, "y", ticks=(0.03, 0.1, 0.3, 1, 3))
    plot.logarithmic(ax, "x", ticks=(1, 10, 100))
    return found
