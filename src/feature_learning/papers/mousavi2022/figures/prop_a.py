"""The orthogonal part against time, by dimension and by width."""

import matplotlib as mpl
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.mousavi2022.quantities import orthogonal_curves
from feature_learning.plotting import Sheet, Tables

_LATE = 20.0  # steps per dimension from which on the exponents are


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw simulation and prediction in the first and the last dimension and width."""
    by_dimension, by_width = figure.hero(1, share=0.58, height=3.0)
    by_dimension.set_title("By dimension")
    by_width.set_title("By width")
    strips = [
        _curves(by_dimension, tables, "perp_time", "d", "$d = {}$"),
        _curves(by_width, tables, "perp_width", "width", "$m = {}$", palette="flare"),
    ]
    largest = max(strip.get_ylim()[1] for strip in strips)
    for strip in strips:
        strip.set_ylim(-largest, largest)
    for name in ("xlim", "ylim"):
        ends = [getattr(ax, f"get_{name}")() for ax in (by_dimension, by_width)]
        reach = min(low for low, _ in ends), max(high for _, high in ends)
        for ax in (by_dimension, by_width):
            ax.set(**{name: reach})


def _curves(
    ax: Axes, tables: Tables, experiment: str, size: str, name: str, palette: str = "crest"
) -> Axes:
    curves = orthogonal_curves(tables, experiment)
    hue = plot.ordered(size, curves.points[size], name, palette)
    found = plot.quantity(ax, curves, "t_over_d", hue)
    runs = tables.runs(experiment)
    late = runs[(runs["t_over_d"] >= _LATE) & (runs[size] == max(hue.names))]
    if len({*late["t_over_d"]}) > 1:
        fit, law = (
            plot.exponents(late, "t_over_d", y, size).iloc[0] for y in ("perp", "predicted")
        )
        _write(ax, f"exponent, {hue.names[max(hue.names)]}:", fit, float(law["estimate"]))
    plot.logarithmic(ax)
    ax.set(xlabel="steps per dimension $t/d$", ylabel=r"$\|W_\perp\|_F/\sqrt{m}$")
    return plot.residual(ax, found, found, "t_over_d", "predicted", hue)


def _write(ax: Axes, of: str, found: pd.Series, predicted: float) -> None:
    """Write the last series' exponent and its prediction into the lower left corner."""
    size = mpl.rcParams["legend.fontsize"]
    text = f"{of}\n{plot.measured(found)}\npredicted ${predicted:.2f}$"
    ax.text(0.04, 0.04, text, transform=ax.transAxes, fontsize=size, color="0.3", va="bottom")
