"""Every run's risk against its overlap, on one curve."""

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.plotting.overlay import SERIES, letter, level
from feature_learning.plotting.sheet import Sheet

_LEAST = 300


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw one panel per exponent."""
    runs, law, drawn = tables.runs("learning_curves"), tables.theory("learning_curves"), tables.runs("landscape")
    runs, drawn = runs[runs["n"] >= _LEAST], drawn[drawn["ridge"] < 1e-6]
    exponents = sorted(runs["s"].unique())
    axes = figure.panels(1, len(exponents), height=2.5)
    for ax, s in zip(axes, exponents, strict=True):
        ax.set_title(f"s = {s}")
        for series, n in enumerate(sorted(runs["n"].unique())):
            own = runs[(runs["s"] == s) & (runs["n"] == n)]
            color, marker = SERIES[series]
            ax.plot(own["overlap"], own["refit"], color=color, marker=marker, markersize=3, linestyle="none", label=f"n = {n}", zorder=3)
            figure.record(ax, f"n = {n}", "simulation", x=own["overlap"].to_numpy(), y=own["refit"].to_numpy())
        losses = np.stack(list(drawn[drawn["s"] == s]["loss"]))
        m = np.linspace(-1, 1, losses.shape[1])
        low, half, high = np.quantile(losses, [0.25, 0.5, 0.75], axis=0)
        right = m >= 0
        ax.plot(m[right], half[right], color="black", label="R(m), median")
        ax.fill_between(m[right], low[right], high[right], color="0.8", zorder=1)
        figure.record(ax, "R(m)", "theory", x=m[right], y=half[right])
        level(ax, float(law[law["s"] == s]["null"].iloc[0]), label="null risk")
        ax.set_yscale("log")
        ax.set_ylim(3e-4, 1)
        ax.set_xlim(0, 1.02)
        ax.set_xlabel("|m|")
    axes[0].set_ylabel("excess risk after the refit")
    axes[0].legend(loc="lower left")
    letter(axes)
