"""Fluctuations of networks of finite width."""

from itertools import product

import numpy as np
import pandas as pd

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import by_run, fitted_logarithm


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the distance from the law in time, and two laws of 1/N as ratios."""
    times, nonlinear, linear = figure.hero(2, height=3.1)
    hue = plot.unordered("series", {_name(*cell): _name(*cell) for cell in _shown(tables)})
    rows = pd.concat([_distances(tables, *cell) for cell in _shown(tables)])
    plot.simulation(times, rows[rows["t"] > 0], "t", hue, join=True)
    plot.logarithmic(times)
    times.set(
        title="Distance from the law, all times",
        xlabel="time $t$",
        ylabel=r"$N \times$ mean square distance",
    )
    warm = max(tables.runs("chaos")["temperature"])
    for ax, experiment, value, title, where in (
        (nonlinear, "chaos", "variance", "Variance of the output", {"temperature": warm}),
        (linear, "linear_neurons", "excess", "Excess energy, linear neurons", {}),
    ):
        runs, law = tables.runs(experiment, **where), tables.theory(experiment, **where)
        exact = law.drop_duplicates("width").set_index("width")[value]
        ratios = by_run(runs.assign(ratio=runs[value] / runs["width"].map(exact)))
        means = plot.estimates(ratios, "ratio", ["width"], "log")
        plot.simulation(ax, means, "width", colour=plot.METHODS["network"])
        plot.level(ax, 1.0, "order $1/N$")
        plot.logarithmic(ax, "x", ticks=[4, 16, 64, 256])
        ax.set(title=title, xlabel="width $N$", ylabel="over prediction")
    low, high = (
        pick(ends)
        for pick, ends in zip(
            (min, max), zip(nonlinear.get_ylim(), linear.get_ylim(), strict=True), strict=True
        )
    )
    for ax in (nonlinear, linear):
        ax.set(xlim=(3.5, 300), ylim=(low, high))


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
