"""Overlap at the start, and the time of the whitened population flow from there, against d."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning.core.tables import Tables
from feature_learning.papers.mousavi2023.model import gammas
from feature_learning.plotting.overlay import guide, letter, simulation, theory
from feature_learning.plotting.sheet import Sheet

_SHOWN = ("0-0", "0-0.4", "0-0.8", "0.25-0.15", "0.25-0.4", "0.25-0.8")


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the overlap, then the time for each k."""
    axes = figure.panels(2, 2, height=2.7)
    for ax, value in zip(axes, ("overlap", "time_2", "time_3", "time_4"), strict=True):
        k = None if value == "overlap" else int(value[-1])
        ax.set_title("overlap at the start" if k is None else f"time to overlap 0.5, $k$ = {k}")
        ax.set_xscale("log")
        if k != 2:
            ax.set_yscale("log")
        for series, structure in enumerate(_SHOWN):
            _curve(ax, tables, structure, value, series, k)
        ax.set_xlabel("$d$")
    axes[0].set_ylabel(r"median $|\omega_0|$")
    axes[2].set_ylabel("median time")
    axes[1].set_ylabel("median time")
    axes[0].legend(loc="lower left", title=r"$(\gamma_1, \gamma_2)$", ncols=2)
    letter(axes)


def _curve(ax: Axes, tables: Tables, structure: str, value: str, series: int, k: int | None) -> None:
    predicted = tables.theory("initial_overlap", structure=structure).sort_values("d")
    theory(ax, predicted, "d", value, label="exact" if series == 0 and k is not None else f"_exact, {structure}")
    d, delta0 = predicted["d"].to_numpy(float), float(predicted["delta0"].iloc[0])
    last, ratio = float(predicted[value].iloc[-1]), d / d[-1]
    slope = last - delta0 / 4 * np.log(ratio) if k == 2 else last * ratio ** (delta0 if k is None else -(k - 2) * delta0)
    guide(ax, d, slope, dash=1)
    pair = gammas(structure) or (0.0, 0.0)
    runs: pd.DataFrame = tables.runs("initial_overlap", structure=structure)
    simulation(ax, runs, "d", value, label=f"({pair[0]:g}, {pair[1]:g})", series=series, size=3.0)
