"""Fluctuations of networks of finite width."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import by_run, fitted_logarithm

_TICKS = [4, 16, 64, 256]


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the distance from the law in time for all widths, and two laws of 1/N as ratios."""
    times, nonlinear, linear = figure.hero(2, share=0.6, height=3.0)
    warm = float(max(tables.runs("chaos")["temperature"]))
    _distances(times, tables, warm)
    for ax, experiment, value, title, where in (
        (nonlinear, "chaos", "variance", "Stationary variance", {"temperature": warm}),
        (linear, "linear_neurons", "excess", "Energy, linear neurons", {}),
    ):
        runs, law = tables.runs(experiment, **where), tables.theory(experiment, **where)
        exact = law.drop_duplicates("width").set_index("width")[value]
        ratios = by_run(runs.assign(ratio=runs[value] / runs["width"].map(exact)))
        means = plot.estimates(ratios, "ratio", ["width"], "log")
        plot.simulation(ax, means, "width", colour=plot.METHODS["network"])
        plot.level(ax, 1.0, "", colour=plot.PREDICTION)
        plot.logarithmic(ax, "x", ticks=_TICKS)
        ax.set(title=title, xlabel="width $N$", ylabel="over prediction")
    low, high = (
        pick(ends)
        for pick, ends in zip(
            (min, max), zip(nonlinear.get_ylim(), linear.get_ylim(), strict=True), strict=True
        )
    )
    for ax in (nonlinear, linear):
        ax.set(xlim=(3.5, 300), ylim=(low, high))
    nonlinear.label_outer()


def _distances(ax: Axes, tables: Tables, temperature: float) -> None:
    """Draw N times the mean square distance from the law's output against time: a thin line for
    each width, and the mean over all widths with its interval.
    """
    figure, runs = plot.sheet_of(ax), by_run(tables.runs("chaos", temperature=temperature))
    at = np.asarray(runs["times"].iloc[0], dtype=float)
    hue = plot.ordered("width", runs["width"], "$N = {}$")
    scaled = []
    for width, own in hue.split(runs):
        curves = width * np.stack(own.sort_values("seed")["distances"].to_list())
        scaled.append(curves)
        mean, drawn = curves.mean(axis=0), at > 0
        name, colour = hue.names[width], hue.colours[width]
        ax.plot(at[drawn], mean[drawn], color=colour, linewidth=0.7, zorder=2.5)
        figure.record(ax, name, "run", x=at[drawn], y=mean[drawn])
        figure.name(plot.Entry(ax, name, "theory", colour, hue=hue))
    pooled = np.mean(scaled, axis=0)
    means = [fitted_logarithm(one[:, None], lambda mean: np.log(mean[0])) for one in pooled.T]
    table = plot.points(means, len(pooled), "mean square distance", t=at)
    table = table[table["t"] > 0]
    plot.simulation(ax, table, "t", label="all widths", colour=plot.VERMILLION)
    constant = float(tables.theory("chaos", temperature=temperature)["constant"].iloc[0])
    plot.level(ax, constant, "at rest", colour=plot.PREDICTION)
    plot.logarithmic(ax)
    ax.set(
        title=rf"Distance from the law, $\lambda = {temperature:g}$",
        xlabel="time $t$",
        ylabel=r"$N \times$ mean square distance",
    )
    level = pd.Series(table["estimate"].to_numpy(), index=table["t"].to_numpy())
    figure.say(
        peak=level.max(),
        last=level.iloc[-1],
        end=f"{at[-1]:g}",
        constant=constant,
        runs=len(pooled),
    )
