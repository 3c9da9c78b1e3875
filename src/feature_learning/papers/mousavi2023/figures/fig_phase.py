"""Exponent of the sufficient number of samples over alignment and strength of the spike."""

from typing import Any

import pandas as pd
import seaborn as sns
from matplotlib.axes import Axes

from feature_learning.plotting import Sheet, Tables

_LOW = 1.0
# White lines show on all of it.
_MAP = sns.blend_palette(sns.color_palette("mako", 20)[:14], as_cmap=True)
_EXPONENT = "exponent of the samples $n$"
_CONTOURS = (1.5, 2.0, 2.5, 3.0, 3.5)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the map of the middle one of the k."""
    (ax,) = figure.panels(height=2.8)
    law = tables.theory("phase")
    degrees = sorted(law["k"].unique())
    k = degrees[len(degrees) // 2]
    own = law[law["k"] == k]
    image = _map(ax, figure, own, float(own["exponent"].max()))
    ax.set_xticks([0, 0.25, 0.5], ["0", "0.25", "0.5"])
    ax.set_yticks([0, 0.5, 1], ["0", "0.5", "1"])
    ax.set(title=f"$k = {k}$", xlabel=r"misalignment $\gamma_1$", ylabel=r"strength $\gamma_2$")
    _names(ax, figure)
    bar = figure.colorbar(image, ax=[ax])
    bar.set_label(_EXPONENT)
    bar.outline.set_visible(False)  # type: ignore[operator]


def _map(ax: Axes, figure: Sheet, law: pd.DataFrame, highest: float) -> Any:
    """Draw a map with lines of equal exponents."""
    grid = law.pivot(index="gamma2", columns="gamma1", values="exponent")
    gamma1, gamma2 = grid.columns.to_numpy(float), grid.index.to_numpy(float)
    scale: dict[str, Any] = {"cmap": _MAP, "vmin": _LOW, "vmax": highest, "rasterized": True}
    image = ax.pcolormesh(gamma1, gamma2, grid, shading="nearest", **scale)
    levels = [level for level in _CONTOURS if level < highest]
    lines = ax.contour(gamma1, gamma2, grid, levels=levels, colors="white", linewidths=0.4)
    # Where they are level, at the left
    flat = [(0.05, 1 - (level - 1) / (highest - 1)) for level in levels]
    small = figure.target.smallest
    ax.clabel(lines, levels, fmt="%g", fontsize=small, manual=flat)
    ax.set(xlim=(gamma1[0], gamma1[-1]), ylim=(gamma2[0], gamma2[-1]))
    for slope in (1, 2):
        ax.plot([0, 0.5], [0, 0.5 * slope], color="white", linestyle="--", zorder=1.5)
    coarse = law[(law["gamma1"] * 10 % 1 < 1e-9) & (law["gamma2"] * 10 % 1 < 1e-9)]
    figure.record(
        ax, _EXPONENT, "theory", x=coarse["gamma1"], y=coarse["gamma2"], value=coarse["exponent"]
    )
    return image


def _names(ax: Axes, figure: Sheet) -> None:
    """Name both lines below them, and the regions beyond them."""
    points: dict[str, Any] = {"textcoords": "offset points", "fontsize": figure.target.smallest}
    below = ax.annotate(r"$\gamma_2 = \gamma_1$", (0.3, 0.3), (2, -2), **points)
    below.set(color="black", ha="left", va="top")
    end = ax.annotate(r"$\gamma_2 = 2\gamma_1$", (0.32, 0.64), (-2, 2), **points)
    end.set(color="white", ha="right", va="bottom")
    for x, y, text, colour in (
        (0.37, 0.13, "the spike\nis no help", "black"),
        (0.16, 0.87, "spike helps in full", "white"),
    ):
        ax.text(x, y, text, color=colour, ha="center", va="center")
