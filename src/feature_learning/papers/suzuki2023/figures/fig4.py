"""Fluctuations of networks of finite width."""

import numpy as np
import pandas as pd

from feature_learning.plotting import (
    METHODS,
    PREDICTION,
    Sheet,
    Tables,
    estimates,
    level,
    logarithmic,
    ordered,
    points,
    simulation,
    theory,
)
from feature_learning.statistics import Interval, by_run, fitted

_THOUSANDS = 1000.0


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw two laws of 1/N, and the variance in time."""
    nonlinear, linear, times = figure.panels(1, 3, height=2.0)
    blue = METHODS["network"]
    chaos, exact = tables.runs("chaos"), tables.runs("linear_neurons")
    nonlinear.set_title("nonlinear neurons: $1/N$")
    predicted = tables.theory("chaos")
    theory(
        nonlinear,
        predicted.assign(variance=_THOUSANDS * predicted["variance"]),
        "width",
        "variance",
        label="theory",
    )
    found = estimates(
        by_run(chaos.assign(variance=_THOUSANDS * chaos["variance"])), "variance", ["width"], "log"
    )
    simulation(nonlinear, found, "width", label="particles", colour=blue)
    nonlinear.set_ylabel(r"$10^3 \times$ variance of the output")

    linear.set_title("linear neurons: exact")
    theory(linear, tables.theory("linear_neurons"), "width", "excess", label="theory")
    simulation(
        linear,
        estimates(by_run(exact), "excess", ["width"], "log"),
        "width",
        label="particles",
        colour=blue,
    )
    linear.set_ylabel(r"$\mathrm{E}\,L(f_N) - L^*$")
    for ax, runs in ((nonlinear, chaos), (linear, exact)):
        logarithmic(
            ax,
            "x",
            ticks=sorted(runs["width"].unique())[:: 1 if runs["width"].nunique() < 4 else 2],
        )
        logarithmic(ax, "y")
        ax.set_xlabel("width $N$")

    times.set_title("bounded at all times")
    times.margins(x=0.08)
    shown = sorted(chaos["width"].unique())[::2]
    found = pd.concat(
        [_variances(by_run(chaos[chaos["width"] == width])).assign(width=width) for width in shown]
    )
    simulation(
        times, found[found["t"] > 0], "t", ordered("width", shown, "$N = {}$"), join=True, dodge=0.6
    )
    level(times, float(predicted["constant"].iloc[0]), "limit", colour=PREDICTION)
    logarithmic(times)
    times.set_xlabel("time $t$")
    times.set_ylabel(r"$N \times$ variance")


def _variances(runs: pd.DataFrame) -> pd.DataFrame:
    """Return N times the variance over runs at each time, mean over the inputs, with the
    jackknife's interval of its logarithm.
    """
    times = np.array(runs["times"].iloc[0], dtype=float)
    outputs = np.stack([np.reshape(row, (len(times), -1)) for row in runs["outputs"]])
    # The mean over runs of these squares is the variance, with the factor R/(R - 1) of R runs
    squares = (
        float(runs["width"].iloc[0])
        * ((outputs - outputs.mean(axis=0)) ** 2).mean(axis=2)
        * len(runs)
        / (len(runs) - 1)
    )
    logs = [fitted(own[:, None], lambda mean: float(np.log(mean[0]))) for own in squares.T]
    found = [Interval(*np.exp((own.estimate, own.low, own.high))) for own in logs]
    return points(found, len(runs), "variance", t=times)
