"""Time and memory of each kernel against its sizes, in units of the smallest size."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning.core.tables import Tables
from feature_learning.plotting.overlay import letter, simulation
from feature_learning.plotting.sheet import Sheet
from feature_learning.statistics.exponents import loglog_slope


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw a panel of times a kernel, then one of memory a kernel whose memory is traced."""
    runs, law = tables.runs("scaling"), tables.theory("scaling")
    traced = law.dropna(subset=["memory"])["kernel"].unique()
    panels = [(name, "seconds", "time") for name in law["kernel"].unique()] + [(name, "mb", "memory") for name in traced]
    axes = figure.panels(-(-len(panels) // 3), 3, height=1.9)
    for ax, (name, value, expected) in zip(axes, panels, strict=False):
        ax.set_title(f"{name.replace('-', ' ')}: {'CPU time' if value == 'seconds' else 'memory'}")
        for series, one in enumerate(law[law["kernel"] == name].to_dict("records")):
            own = runs[(runs["kernel"] == name) & (runs["variable"] == one["variable"])]
            _curve(ax, own, one["variable"], value, one[expected], series)
        ax.set_xscale("log", base=2)
        ax.set_yscale("log")
        low, high = ax.get_ylim()
        ax.set_ylim(low, high * (high / low) ** 0.9)  # room for the legend
        ax.legend(title="exponent (expected)", title_fontsize=6, fontsize=6, loc="upper left")
        ax.set_ylabel("seconds" if value == "seconds" else "MB")
    for ax in axes[len(panels) :]:
        ax.remove()
    for ax in axes[max(0, len(panels) - 3) : len(panels)]:
        ax.set_xlabel("size / smallest size")
    letter(axes[: len(panels)])


def _curve(ax: Axes, own: pd.DataFrame, variable: str, value: str, expected: float, series: int) -> None:
    """Means over seeds, and from their first point a line with the expected exponent."""
    means = own.groupby("size")[value].mean()
    sizes = means.index.to_numpy(dtype=float)
    factor = sizes / sizes[0]
    label = f"{variable}: {loglog_slope(sizes, means.to_numpy()):.2f} ({expected:g})"
    simulation(ax, own.assign(factor=own["size"] / sizes[0]), "factor", value, label=label, series=series)
    ax.plot(factor, float(means.iloc[0]) * np.power(factor, expected), color="black", linewidth=0.8, zorder=1)
