"""Fluctuations of networks of finite width."""

from itertools import product

import numpy as np
import pandas as pd

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import by_run, fitted_logarithm

_THOUSANDS = 1000.0


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw two laws of 1/N, and the distance from the law in time."""
    nonlinear, linear, times = figure.panels(1, 3, height=2.0)
    warm = max(tables.runs("chaos")["temperature"])
    for ax, experiment, value, unit, where in (
        (nonlinear, "chaos", "variance", _THOUSANDS, {"temperature": warm}),
        (linear, "linear_neurons", "excess", 1.0, {}),
    ):
        runs, law = tables.runs(experiment, **where), tables.theory(experiment, **where)
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
    hue = plot.unordered("series", {_name(*cell): _name(*cell) for cell in _shown(tables)})
    rows = pd.concat([_distances(tables, *cell) for cell in _shown(tables)])
    plot.simulation(times, rows[rows["t"] > 0], "t", hue, join=True)
    plot.logarithmic(times)
    times.set(
        title="bounded at all times",
        xlabel="time $t$",
        ylabel=r"$N \times$ square distance from the law",
    )


def _shown(tables: Tables) -> list[tuple[float, int]]:
    """Return two temperatures and two widths."""
    runs = tables.runs("chaos")
    widths = sorted(runs["width"].unique())
    return list(product(sorted(runs["temperature"].unique()), (widths[1], widths[-3:][0])))


def _name(temperature: float, width: int) -> str:
    return rf"$\lambda = {temperature:g}$, $N = {width}$"


def _distances(tables: Tables, temperature: float, width: int) -> pd.DataFrame:
    """Return N times the mean square distance from the law's output at each time, with the
    jackknife's interval of its logarithm.
    """
    runs = by_run(tables.runs("chaos", temperature=temperature, width=width))
    times, squares = (
        np.asarray(runs["times"].iloc[0]),
        width * np.stack(runs["distances"].to_list()),
    )
    means = [fitted_logarithm(at[:, None], lambda mean: np.log(mean[0])) for at in squares.T]
    name = _name(temperature, width)
    return plot.points(means, len(runs), "mean square distance", t=times, series=name)
