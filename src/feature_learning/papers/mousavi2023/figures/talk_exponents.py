"""The talk's rates: exponent of the sufficient number of samples by strength and alignment."""

from typing import Any

import pandas as pd
import seaborn as sns
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_MISALIGNED = (0.0, 0.125, 0.25, 0.375, 0.5)
_STRONG = (0.0, 0.25, 0.5, 0.75, 1.0)
_EXPONENT = "exponent of $n$"
_GAMMA1, _GAMMA2 = r"misalignment $\gamma_1$", r"strength $\gamma_2$"
# White lines show on all of it.
_MAP = sns.blend_palette(sns.color_palette("mako", 20)[:14], as_cmap=True)
_CONTOURS = (1.5, 2.0, 2.5)
_TICKS = {"gamma1": [0, 0.25, 0.5], "gamma2": [0, 0.5, 1]}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the exponent against the strength, against the misalignment and over both."""
    strength, alignment, plane = figure.panels(1, 3, height=2.5)
    law = tables.theory("phase")
    degrees = sorted(law["k"].unique())
    k = degrees[len(degrees) // 2]
    law = law[law["k"] == k]
    _curves(strength, law, "gamma2", "gamma1", _MISALIGNED)
    _curves(alignment, law, "gamma1", "gamma2", _STRONG)
    strength.set(title="Against strength", xlabel=_GAMMA2, ylabel=_EXPONENT)
    alignment.set(title="Against misalignment", xlabel=_GAMMA1, ylabel=_EXPONENT)
    figure.key(strength, "lower left")
    image = _map(plane, figure, law)
    plane.set(title="Over both", xlabel=_GAMMA1, ylabel=_GAMMA2)
    bar = figure.colorbar(image, ax=[plane])
    bar.set_ticks([1, 1.5, 2, 2.5, 3])
    bar.set_label("exponent in $d$")
    bar.outline.set_visible(False)  # type: ignore[operator]
    figure.say(k=int(k))


def _curves(ax: Axes, law: pd.DataFrame, x: str, by: str, values: tuple[float, ...]) -> None:
    """Draw the exponent against one parameter, a curve for each value of the other."""
    own = law[law[by].isin(values)].sort_values(by, ascending=False)
    symbol = rf"\{by[:-1]}_{by[-1]}"
    hue = plot.ordered(by, values, lambda value: f"${symbol} = {value:g}$", palette="flare")
    plot.theory(ax, own, x, "exponent", hue, kinks=True)
    low, high = own["exponent"].min(), own["exponent"].max()
    ax.set(xlim=(0, own[x].max()), ylim=(low - 0.35, high + 0.1), yticks=[1, 2, 3])
    ax.set_xticks(_TICKS[x], [f"{tick:g}" for tick in _TICKS[x]])


def _map(ax: Axes, figure: Sheet, law: pd.DataFrame) -> Any:
    """Draw a map with lines of equal exponents, and where the cases of the theorem meet."""
    grid = law.pivot(index="gamma2", columns="gamma1", values="exponent")
    gamma1, gamma2 = grid.columns.to_numpy(float), grid.index.to_numpy(float)
    image = ax.pcolormesh(gamma1, gamma2, grid, shading="nearest", cmap=_MAP, rasterized=True)
    ax.contour(gamma1, gamma2, grid, levels=_CONTOURS, colors="white", linewidths=0.4)
    ax.set(xlim=(gamma1[0], gamma1[-1]), ylim=(gamma2[0], gamma2[-1]))
    for slope in (1, 2):
        ax.plot([0, 0.5], [0, 0.5 * slope], color="white", linestyle="--", zorder=1.5)
    for axis, ticks in ((ax.xaxis, _TICKS["gamma1"]), (ax.yaxis, _TICKS["gamma2"])):
        axis.set_ticks(ticks, [f"{tick:g}" for tick in ticks])
    coarse = law[(law["gamma1"] * 10 % 1 < 1e-9) & (law["gamma2"] * 10 % 1 < 1e-9)]
    columns = {"x": coarse["gamma1"], "y": coarse["gamma2"], "value": coarse["exponent"]}
    figure.record(ax, _EXPONENT, "theory", **columns)
    return image
