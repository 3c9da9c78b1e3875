"""Exponent of the sufficient number of samples over alignment and strength of the spike."""

import math
from typing import Any, cast

import pandas as pd
from matplotlib.axes import Axes

from feature_learning.core.tables import Tables
from feature_learning.papers.mousavi2023.exponents import NeededSamples
from feature_learning.papers.mousavi2023.model import gammas
from feature_learning.plotting.key import Entry
from feature_learning.plotting.sheet import Sheet
from feature_learning.statistics.intervals import fitted

_LOW, _HIGH, _MAP = 1.0, 4.0, "mako"
_EXPONENT, _MEASURED = "exponent of the samples $n$", "measured, in the same colours"
_CONTOURS = (1.25, 1.5, 1.75, 2.0, 2.5, 3.0, 3.5)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw a map for each k, with the measured exponents on it."""
    axes = figure.panels(1, 3, sharey="row", height=2.1)
    measured = set(tables.runs("signal_to_noise")["k"].unique())
    image: Any = None
    for ax, (k, frame) in zip(axes, tables.theory("phase").groupby("k"), strict=True):
        degree = int(cast(int, k))
        ax.set_title(f"$k = {degree}$" if degree in measured else f"$k = {degree}$, theory alone")
        image = _map(ax, figure, frame)
        if degree in measured:
            _markers(ax, figure, tables, degree)
        if degree == 2:  # dark enough for names
            _names(ax, figure)
        ax.set_xlabel(r"misalignment $\gamma_1$")
        ax.set_ylabel(r"strength $\gamma_2$")
    bar = figure.colorbar(image, ax=axes, shrink=0.95)
    bar.set_label(_EXPONENT)
    bar.outline.set_visible(False)  # type: ignore[operator]


def _map(ax: Axes, figure: Sheet, frame: pd.DataFrame) -> Any:
    grid = frame.pivot(index="gamma2", columns="gamma1", values="exponent")
    gamma1, gamma2 = grid.columns.to_numpy(float), grid.index.to_numpy(float)
    image = ax.pcolormesh(gamma1, gamma2, grid, cmap=_MAP, vmin=_LOW, vmax=_HIGH, shading="nearest", rasterized=True)
    ax.contour(gamma1, gamma2, grid, levels=_CONTOURS, colors="white", linewidths=0.4)
    ax.set(xlim=(gamma1[0], gamma1[-1]), ylim=(gamma2[0], gamma2[-1]))
    for slope in (1, 2):
        ax.plot([0, 0.5], [0, 0.5 * slope], color="white", linestyle="--", zorder=1.5)
    coarse = frame[(frame["gamma1"] * 10 % 1 < 1e-9) & (frame["gamma2"] * 10 % 1 < 1e-9)]
    figure.record(ax, _EXPONENT, "theory", x=coarse["gamma1"], y=coarse["gamma2"], value=coarse["exponent"])
    return image


def _names(ax: Axes, figure: Sheet) -> None:
    for slope, name in ((1, r"$\gamma_2 = \gamma_1$"), (2, r"$\gamma_2 = 2\gamma_1$")):
        ax.text(
            0.38,
            0.38 * slope,
            name,
            color="white",
            fontsize=figure.target.smallest,
            rotation=math.degrees(math.atan(slope)),
            transform_rotates_text=True,
            rotation_mode="anchor",
            ha="center",
            va="bottom",
        )


def _markers(ax: Axes, figure: Sheet, tables: Tables, k: int) -> None:
    rows = []
    for structure in sorted(tables.runs("signal_to_noise")["structure"].unique()):
        pair = gammas(structure)
        if pair is not None:
            found = NeededSamples.of(tables, k, structure)
            interval = fitted(found.levels, found.exponent)
            rows.append({"x": pair[0], "y": pair[1], "value": interval.estimate, "low": interval.low, "high": interval.high})
    points = pd.DataFrame(rows)
    ax.scatter(
        points["x"],
        points["y"],
        c=points["value"],
        cmap=_MAP,
        vmin=_LOW,
        vmax=_HIGH,
        s=32 * figure.target.type**2,
        edgecolors="white",
        linewidths=figure.target.type,
        zorder=4,
        clip_on=False,
    )
    figure.record(ax, _MEASURED, "simulation", **{str(name): points[name].to_numpy() for name in points})
    figure.name(Entry(ax, _MEASURED, "simulation", "0.25"))
