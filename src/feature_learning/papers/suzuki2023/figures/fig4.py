"""Fluctuations of networks of finite width."""

import numpy as np
import pandas as pd

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import by_run, fitted_logarithm

_THOUSANDS = 1000.0


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw two laws of 1/N, and the variance in time."""
    nonlinear, linear, times = figure.panels(1, 3, height=2.0)
    for ax, experiment, value, unit in (
        (nonlinear, "chaos", "variance", _THOUSANDS),
        (linear, "linear_neurons", "excess", 1.0),
    ):
        runs, law = tables.runs(experiment), tables.theory(experiment)
        plot.theory(ax, law.assign(value=unit * law[value]), "width", "value", label="theory")
        means = plot.estimates(
            by_run(runs.assign(value=unit * runs[value])), "value", ["width"], "log"
        )
        plot.simulation(ax, means, "width", label="particles", colour=plot.METHODS["network"])
        widths = sorted(runs["width"].unique())
        plot.logarithmic(ax, "x", ticks=widths[:: 1 if len(widths) < 4 else 2])
        plot.logarithmic(ax, "y")
        ax.set(xlabel="width $N$")
    nonlinear.set(title="nonlinear neurons: $1/N$", ylabel=r"$10^3 \times$ variance of the output")
    linear.set(title="linear neurons: exact", ylabel=r"$\mathrm{E}\,L(f_N) - L^*$")

    times.margins(x=0.08)
    shown = tables.values("chaos", "width")[::2]
    rows = pd.concat([_variances(by_run(tables.runs("chaos", width=width))) for width in shown])
    hue = plot.ordered("width", shown, "$N = {}$")
    plot.simulation(times, rows[rows["t"] > 0], "t", hue, join=True)
    plot.level(times, tables.value("chaos", "constant"), "limit", colour=plot.PREDICTION)
    plot.logarithmic(times)
    times.set(title="bounded at all times", xlabel="time $t$", ylabel=r"$N \times$ variance")


def _variances(runs: pd.DataFrame) -> pd.DataFrame:
    """Return N times the variance over runs of one width at each time, mean over the inputs, with
    the jackknife's interval of its logarithm.
    """
    times, width, count = np.asarray(runs["times"].iloc[0]), runs["width"].iloc[0], len(runs)
    outputs = np.stack([np.reshape(row, (len(times), -1)) for row in runs["outputs"]])
    # The mean over runs of these squares is the variance, with the factor R/(R - 1) of R runs
    squares = ((outputs - outputs.mean(axis=0)) ** 2).mean(axis=2)
    scaled = width * squares * count / (count - 1)
    variances = [fitted_logarithm(at[:, None], lambda mean: np.log(mean[0])) for at in scaled.T]
    return plot.points(variances, count, "variance", t=times, width=width)
