"""Exponent of the sufficient number of samples over alignment and strength of the spike."""

from typing import Any, cast

import pandas as pd
import seaborn as sns
from matplotlib.axes import Axes

from feature_learning.plotting import Sheet, Tables

_LOW, _HIGH = 0.0, 4.0
_MAP = sns.blend_palette(
    sns.color_palette("mako", 20)[:14], as_cmap=True
)  # white lines show on all of it
_EXPONENT, _KERNEL = "exponent of the samples $n$", "kernel"
_CONTOURS = (1.25, 1.5, 1.75, 2.0, 2.5, 3.0, 3.5)
_STRIP = (-0.075, -0.015)  # where the kernel's exponent stands, in gamma1


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw a map for each k, with the kernel's exponent in a strip beside it."""
    axes = figure.panels(1, 3, sharey="row", height=2.1)
    image: Any = None
    for ax, (k, frame) in zip(axes, tables.theory("phase").groupby("k"), strict=True):
        degree = int(cast(int, k))
        ax.set_title(f"$k = {degree}$: $d^{degree}$ to $d$")
        image = _map(ax, figure, frame)
        _names(ax, figure)
        ax.set_xticks([0, 0.25, 0.5], ["0", "0.25", "0.5"])
        ax.set_xlabel(r"misalignment $\gamma_1$")
        ax.set_ylabel(r"strength $\gamma_2$")
    bar = figure.colorbar(image, ax=axes, shrink=0.95)
    bar.set_label(_EXPONENT)
    bar.outline.set_visible(False)  # type: ignore[operator]


def _map(ax: Axes, figure: Sheet, frame: pd.DataFrame) -> Any:
    grid = frame.pivot(index="gamma2", columns="gamma1", values="exponent")
    gamma1, gamma2 = grid.columns.to_numpy(float), grid.index.to_numpy(float)
    scale: dict[str, Any] = {"cmap": _MAP, "vmin": _LOW, "vmax": _HIGH, "rasterized": True}
    image = ax.pcolormesh(gamma1, gamma2, grid, shading="nearest", **scale)
    kernel = frame[frame["gamma1"] == 0].sort_values("gamma2")["kernel"].to_numpy()
    ax.pcolormesh([*_STRIP], gamma2, kernel[:-1, None], **scale)
    levels = [level for level in _CONTOURS if level < kernel[0]]
    lines = ax.contour(gamma1, gamma2, grid, levels=levels, colors="white", linewidths=0.4)
    flat = [
        (0.05, 1 - (level - 1) / (kernel[0] - 1)) for level in levels
    ]  # where they are level, at the left
    ax.clabel(lines, fmt="%g", fontsize=figure.target.smallest, manual=flat)
    ax.set(xlim=(_STRIP[0], gamma1[-1]), ylim=(gamma2[0], gamma2[-1]))
    for slope in (1, 2):
        ax.plot([0, 0.5], [0, 0.5 * slope], color="white", linestyle="--", zorder=1.5)
    ax.text(
        sum(_STRIP) / 2, 0.03, _KERNEL, color="white", fontsize=figure.target.smallest, rotation=90,
        ha="center", va="bottom",
    )  # fmt: skip
    coarse = frame[(frame["gamma1"] * 10 % 1 < 1e-9) & (frame["gamma2"] * 10 % 1 < 1e-9)]
    figure.record(
        ax, _EXPONENT, "theory", x=coarse["gamma1"], y=coarse["gamma2"], value=coarse["exponent"]
    )
    return image


def _names(ax: Axes, figure: Sheet) -> None:
    """Name one line along it, where the exponent is constant, and the other at its upper end."""
    below = ax.annotate(
        r"$\gamma_2 = \gamma_1$",
        (0.3, 0.3),
        (2, -2),
        textcoords="offset points",
        ha="left",
        va="top",
    )
    below.set(color="white", fontsize=figure.target.smallest)
    end = ax.annotate(
        r"$\gamma_2 = 2\gamma_1$",
        (0.5, 1),
        (0, 1.5),
        textcoords="offset points",
        ha="right",
        va="bottom",
    )
    end.set(color="0.4", fontsize=figure.target.smallest, annotation_clip=False)
    figure.room_above(ax, 1.15 * figure.target.smallest)
