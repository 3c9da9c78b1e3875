"""Exponent of the sufficient number of samples over alignment and strength of the spike."""

from typing import Any, cast

import pandas as pd
from matplotlib.axes import Axes

from feature_learning.core.tables import Tables
from feature_learning.papers.mousavi2023.exponents import NeededSamples
from feature_learning.papers.mousavi2023.model import gammas
from feature_learning.plotting.overlay import letter
from feature_learning.plotting.sheet import Sheet
from feature_learning.statistics.intervals import fitted

_LOW, _HIGH, _MAP = 1.0, 4.0, "viridis_r"


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw a map for each k, with the measured exponents on it."""
    axes = figure.panels(1, 3, height=2.7)
    measured = set(tables.runs("signal_to_noise")["k"].unique())
    image: Any = None
    for ax, (k, frame) in zip(axes, tables.theory("phase").groupby("k"), strict=True):
        degree = int(cast(int, k))
        ax.set_title(f"$k$ = {degree}")
        image = _map(ax, figure, frame)
        if degree in measured:
            _markers(ax, figure, tables, degree)
        ax.set_xlabel(r"$\gamma_1$")
        ax.set_xlim(-0.02, 0.52)
        ax.set_ylim(-0.03, 1.03)
    axes[0].set_ylabel(r"$\gamma_2$")
    figure.colorbar(image, ax=axes, label="exponent of $n$", shrink=0.9)
    letter(axes)


def _map(ax: Axes, figure: Sheet, frame: pd.DataFrame) -> Any:
    grid = frame.pivot(index="gamma2", columns="gamma1", values="exponent")
    gamma1, gamma2 = grid.columns.to_numpy(float), grid.index.to_numpy(float)
    image = ax.pcolormesh(gamma1, gamma2, grid, cmap=_MAP, vmin=_LOW, vmax=_HIGH, shading="nearest", rasterized=True)
    lines = ax.contour(gamma1, gamma2, grid, levels=[1.25, 1.5, 1.75, 2, 2.5, 3, 3.5], colors="black", linewidths=0.6)
    ax.clabel(lines, fmt="%g", fontsize=6)
    for slope in (1, 2):
        ax.plot([0, 0.5], [0, 0.5 * slope], color="white", linestyle="--", linewidth=1.0)
    coarse = frame[(frame["gamma1"] * 10 % 1 < 1e-9) & (frame["gamma2"] * 10 % 1 < 1e-9)]
    for value, own in coarse.groupby("gamma1"):
        figure.record(ax, f"gamma1 = {value:g}", "theory", x=own["gamma2"].to_numpy(), y=own["exponent"].to_numpy())
    return image


def _markers(ax: Axes, figure: Sheet, tables: Tables, k: int) -> None:
    for structure in sorted(tables.runs("signal_to_noise")["structure"].unique()):
        pair = gammas(structure)
        if pair is None:
            continue
        found = NeededSamples.of(tables, k, structure)
        interval = fitted(found.levels, found.exponent)
        ax.scatter(
            *pair,
            c=[interval.estimate],
            cmap=_MAP,
            vmin=_LOW,
            vmax=_HIGH,
            s=42,
            edgecolors="white",
            linewidths=1.2,
            zorder=4,
            clip_on=False,
        )
        ax.annotate(
            f"{interval.estimate:.2f}",
            pair,
            xytext=(6, 5),
            textcoords="offset points",
            fontsize=6.5,
            zorder=5,
            bbox={"boxstyle": "round,pad=0.15", "facecolor": "white", "edgecolor": "none", "alpha": 0.8},
        )
        figure.record(
            ax,
            f"measured, gamma1 = {pair[0]:g}",
            "simulation",
            x=[pair[1]],
            y=[interval.estimate],
            low=[interval.low],
            high=[interval.high],
        )
