"""Fluctuations of networks of finite width."""

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.lines import level, logarithmic
from feature_learning.plotting.marks import simulation, theory
from feature_learning.plotting.palette import METHODS, PREDICTION, ordered
from feature_learning.plotting.sheet import Sheet
from feature_learning.statistics.evidence import by_run


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw two laws of 1/N, and the variance in time."""
    nonlinear, linear, times = figure.panels(1, 3, height=2.0)
    blue = METHODS["network"]
    chaos = tables.runs("chaos")
    nonlinear.set_title("nonlinear neurons: $1/N$")
    theory(nonlinear, tables.theory("chaos"), "width", "variance", label="theory")
    simulation(nonlinear, estimates(by_run(chaos), "variance", ["width"], "log"), "width", label="particles", colour=blue)
    nonlinear.set_ylabel("variance of the output")

    linear.set_title("linear neurons: exact")
    theory(linear, tables.theory("linear_neurons"), "width", "excess", label="theory")
    found = estimates(by_run(tables.runs("linear_neurons")), "excess", ["width"], "log")
    simulation(linear, found, "width", label="particles", colour=blue)
    linear.set_ylabel(r"$\mathrm{E}\,L(f_N) - L^*$")
    for ax, runs in ((nonlinear, chaos), (linear, tables.runs("linear_neurons"))):
        logarithmic(ax, "x", ticks=sorted(runs["width"].unique()))
        logarithmic(ax, "y")
        ax.set_xlabel("width $N$")

    times.set_title("bounded at all times")
    rows = _variances(chaos)
    rows = rows[(rows["t"] > 0) & rows["width"].isin(sorted(rows["width"].unique())[::2])]
    widths = ordered("width", rows["width"], "$N = {}$")
    simulation(times, estimates(rows, "scaled", ["width", "t"], "log"), "t", widths, join=True, dodge=1.2)
    level(times, float(tables.theory("chaos")["constant"].iloc[0]), "limit", colour=PREDICTION)
    logarithmic(times)
    times.set_xlabel("time $t$")
    times.set_ylabel(r"$N \times$ variance")


def _variances(chaos: pd.DataFrame) -> pd.DataFrame:
    """Return N times the variance over the runs of each seed, mean over the inputs, at each time."""
    rows = []
    for (width, seed), runs in chaos.groupby(["width", "seed"]):
        times = np.array(runs["times"].iloc[0], dtype=float)
        outputs = np.stack([np.reshape(row, (len(times), -1)) for row in runs["outputs"]])
        scaled = float(width) * outputs.var(axis=0, ddof=1).mean(axis=1)  # type: ignore[arg-type]
        rows.append(pd.DataFrame({"width": width, "seed": seed, "t": times, "scaled": scaled}))
    return pd.concat(rows, ignore_index=True)
