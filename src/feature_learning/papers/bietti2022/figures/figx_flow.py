"""Overlaps along the population flow, and the speed of escape."""

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.plotting.overlay import SERIES, letter, mark, theory
from feature_learning.plotting.sheet import Sheet

_RIDGE = 1e-2


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw one panel per exponent, and the speeds of all."""
    runs, law = tables.runs("population_flow"), tables.theory("population_flow", ridge=_RIDGE)
    exponents = sorted(runs["s"].unique())
    axes = figure.panels(2, 2, height=2.3)
    for ax, s in zip(axes, exponents, strict=False):
        ax.set_title(f"population descent, s = {s}")
        for init, own in runs[(runs["s"] == s) & (runs["seed"] == 0)].groupby("init"):
            own = own.sort_values("iteration")
            ax.plot(own["iteration"] + 1, own["overlap"], color=SERIES[exponents.index(s)][0], linewidth=0.8)
            figure.record(ax, f"init {init}", "theory", x=own["iteration"].to_numpy(), y=own["overlap"].to_numpy())
        mark(ax, [float(runs["warmup"].iloc[0])])
        ax.set_xscale("log")
        ax.set_ylim(0, 1.02)
        ax.set_xlabel("iteration + 1")
        ax.set_ylabel("|m|")
    for ax in axes[len(exponents) : 3]:
        ax.set_visible(False)
    speeds = axes[3]
    speeds.set_title("speed, c optimal")
    for dash, s in enumerate(exponents):
        row = law[law["s"] == s].iloc[0]
        frame = pd.DataFrame({"m": np.asarray(row["m"]), "speed": np.asarray(row["speed"])})
        theory(speeds, frame, "m", "speed", label=f"s = {s}, escape {row['escape']:.3g}", dash=dash)
    speeds.set_xscale("log")
    speeds.set_yscale("log")
    speeds.set_xlabel("m")
    speeds.set_ylabel("dm/dt")
    speeds.set_xticks([0.1, 0.2, 0.5, 0.9], ["0.1", "0.2", "0.5", "0.9"])
    speeds.minorticks_off()
    speeds.legend(loc="lower right")
    letter([ax for ax in axes if ax.get_visible()])
