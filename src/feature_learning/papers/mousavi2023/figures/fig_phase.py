"""Exponent of the sufficient number of samples over alignment and strength of the spike."""

from typing import Any

import pandas as pd
import seaborn as sns
from matplotlib.axes import Axes

from feature_learning.plotting import Sheet, Tables

_LOW, _HIGH = 1.0, 4.0
# White lines show on all of it.
_MAP = sns.blend_palette(sns.color_palette("mako", 20)[:14], as_cmap=True)
_EXPONENT = "exponent of the samples $n$"
_CONTOURS = (1.5, 2.0, 2.5, 3.0, 3.5)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw a map for each k, the middle one large."""
    large, *small = figure.hero(2, height=3.2)
    law = tables.theory("phase")
    degrees = sorted(law["k"].unique())
    middle = degrees[len(degrees) // 2]
    image: Any = None
    for ax, k in zip((large, *small), sorted(degrees, key=lambda k: k != middle), strict=False):
        image = _map(ax, figure, law[law["k"] == k], every=1 if ax is large else 2)
        ax.set_xticks([0, 0.25, 0.5], ["0", "0.25", "0.5"])
        ax.set_yticks([0, 0.5, 1], ["0", "0.5", "1"])
        ax.set(title=f"$k = {k}$", xlabel=r"misalignment $\gamma_1$", ylabel=r"strength $\gamma_2$")
    _names(large, figure)
    bar = figure.colorbar(image, ax=small, shrink=0.95)
    bar.set_label(_EXPONENT)
    bar.outline.set_visible(False)  # type: ignore[operator]


def _map(ax: Axes, figure: Sheet, law: pd.DataFrame, every: int) -> Any:
    """Draw a map, with names on every so many of its lines."""
    grid = law.pivot(index="gamma2", columns="gamma1", values="exponent")
    gamma1, gamma2 = grid.columns.to_numpy(float), grid.index.to_numpy(float)
    scale: dict[str, Any] = {"cmap": _MAP, "vmin": _LOW, "vmax": _HIGH, "rasterized": True}
    image = ax.pcolormesh(gamma1, gamma2, grid, shading="nearest", **scale)
    highest = float(grid.to_numpy().max())
    levels = [level for level in _CONTOURS if level < highest]
    lines = ax.contour(gamma1, gamma2, grid, levels=levels, colors="white", linewidths=0.4)
    # Where they are level, at the left
    flat = [(0.05, 1 - (level - 1) / (highest - 1)) for level in levels]
    small = figure.target.smallest
    ax.clabel(lines, levels[::every], fmt="%g", fontsize=small, manual=flat[::every])
    ax.set(xlim=(gamma1[0], gamma1[-1]), ylim=(gamma2[0], gamma2[-1]))
    for slope in (1, 2):
        ax.plot([0, 0.5], [0, 0.5 * slope], color="white", linestyle="--", zorder=1.5)
    coarse = law[(law["gamma1"] * 10 % 1 < 1e-9) & (law["gamma2"] * 10 % 1 < 1e-9)]
    figure.record(
        ax, _EXPONENT, "theory", x=coarse["gamma1"], y=coarse["gamma2"], value=coarse["exponent"]
    )
    return image


def _names(ax: Axes, figure: Sheet) -> None:
    """Name one line along it, where the exponent is constant, and the other at its upper end."""
    points: dict[str, Any] = {"textcoords": "offset points", "fontsize": figure.target.smallest}
    below = ax.annotate(r"$\gamma_2 = \gamma_1$", (0.3, 0.3), (2, -2), **points)
    below.set(color="white", ha="left", va="top")
    end = ax.annotate(r"$\gamma_2 = 2\gamma_1$", (0.5, 1), (0, 1.5), **points)
    end.set(color="0.4", ha="right", va="bottom", annotation_clip=False)
    for x, y, text in ((0.37, 0.13, "the spike\nis no help"), (0.16, 0.87, "it helps in full")):
        ax.text(x, y, text, color="white", ha="center", va="center")
    figure.room_above(ax, 1.15 * figure.target.smallest)
