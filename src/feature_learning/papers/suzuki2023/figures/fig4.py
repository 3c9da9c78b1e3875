"""Fluctuations of networks of finite width."""

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.plotting.overlay import SERIES, letter, level, simulation, theory
from feature_learning.plotting.sheet import Sheet
from feature_learning.statistics.evidence import by_run


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw two laws of 1/N, and the variance in time."""
    axes = figure.panels(1, 3, height=2.5)
    left, middle, right = axes
    left.set_title("nonlinear neurons")
    theory(left, tables.theory("chaos"), "width", "variance", label="leading order, 1/N")
    simulation(left, by_run(tables.runs("chaos")), "width", "variance", label="particles")
    left.set_ylabel("variance of the output")
    middle.set_title("linear neurons")
    theory(middle, tables.theory("linear_neurons"), "width", "excess", label="exact")
    simulation(middle, by_run(tables.runs("linear_neurons")), "width", "excess", label="particles")
    middle.set_ylabel("$E\\,L(f_N) - L^*$")
    for ax in (left, middle):
        ax.set_xscale("log", base=2)
        ax.set_yscale("log")
        ax.set_xlabel("N")
        ax.legend(loc="lower left")
    right.set_title("at all times")
    runs = tables.runs("chaos")
    for series, width in enumerate(sorted(runs["width"].unique())):
        times, values = _variances(runs[runs["width"] == width])
        color, marker = SERIES[series % len(SERIES)]
        right.plot(times, width * values, color=color, marker=marker, markersize=3, linewidth=0.6, label=f"N = {width}")
        figure.record(right, f"N = {width}", "simulation", x=times, y=width * values)
    level(right, float(tables.theory("chaos")["constant"].iloc[0]), label="limit")
    right.set_xscale("symlog", linthresh=1)
    right.set_xlabel("t")
    right.set_ylabel("N variance over runs")
    right.set_xlim(left=0)
    right.set_ylim(0, 0.4)
    right.legend(loc="upper left", ncols=2)
    letter(axes)


def _variances(runs: pd.DataFrame) -> tuple[np.ndarray, np.ndarray]:
    """Variance over runs, mean over the inputs, at the recorded times."""
    times = np.array(runs["times"].iloc[0], dtype=float)
    outputs = np.stack([np.reshape(row, (len(times), -1)) for row in runs["outputs"]])
    return times, outputs.var(axis=0, ddof=1).mean(axis=1)
