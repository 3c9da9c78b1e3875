"""Fluctuations of networks of finite width."""

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import by_run, intervals

_TICKS = [8, 16, 32, 64, 128, 256]
_SINGLE = "each $N$"
_KEY = (0.6, 0.85, 0.93)  # of the widths' colours in the panel: from, to, height


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the distance from the law in time for all widths, and the variance of the output over
    its prediction.
    """
    times, variances = figure.hero(1, share=0.62, height=2.7)
    warm = float(max(tables.runs("chaos")["temperature"]))
    _distances(times, tables, warm)
    _variances(variances, tables, warm)
    linear = _ratios(tables.runs("linear_neurons"), tables.theory("linear_neurons"), "excess")
    figure.say(linear=(linear["estimate"] - 1).abs().max())


def _variances(ax: Axes, tables: Tables, temperature: float) -> None:
    where = {"temperature": temperature}
    runs, law = tables.runs("chaos", **where), tables.theory("chaos", **where)
    means = _ratios(runs, law, "variance")
    plot.simulation(ax, means, "width", colour=plot.METHODS["network"])
    plot.level(ax, 1.0, "", colour=plot.PREDICTION)
    plot.logarithmic(ax, "x", ticks=_TICKS)
    ax.set(title="Variance at rest", xlabel="width $N$", ylabel="over prediction")
    ax.margins(x=0.1, y=0.3)
    ax.locator_params(axis="y", nbins=5)


def _ratios(runs: pd.DataFrame, law: pd.DataFrame, value: str) -> pd.DataFrame:
    """Return a quantity over its prediction for each width."""
    exact = law.drop_duplicates("width").set_index("width")[value]
    ratios = by_run(runs.assign(ratio=runs[value] / runs["width"].map(exact)))
    return plot.estimates(ratios, "ratio", ["width"], "log")


def _distances(ax: Axes, tables: Tables, temperature: float) -> None:
    """Draw N times the mean square distance from the law's output against time: a thin line for
    each width, and the mean over all widths with its interval.
    """
    figure, runs = plot.sheet_of(ax), by_run(tables.runs("chaos", temperature=temperature))
    at = np.asarray(runs["times"].iloc[0], dtype=float)
    hue = plot.ordered("width", runs["width"], "$N = {}$", "flare")
    drawn, scaled, highest = at > 0, [], 0.0
    for width, own in hue.split(runs):
        curves = width * np.stack(own.sort_values("seed")["distances"].to_list())
        scaled.append(curves)
        mean = curves.mean(axis=0)
        highest = max(highest, mean.max())
        ax.plot(at[drawn], mean[drawn], color=hue.colours[width], linewidth=0.6, zorder=1.8)
        figure.record(ax, _SINGLE, "run", x=at[drawn], y=mean[drawn], width=width)
    _widths(ax, hue)
    pooled = np.mean(scaled, axis=0)
    means = [intervals.mean(one) for one in pooled.T]
    means = [one if one.low > 0 else one.unbounded(one.estimate) for one in means]
    table = plot.points(means, len(pooled), "mean square distance", t=at)
    table = table[table["t"] > 0]
    plot.simulation(ax, table, "t", label="mean", colour=plot.BLUE)
    ax.plot(table["t"], table["estimate"], color=plot.BLUE, zorder=3)
    below = table.iloc[min(1, len(table) - 1)]
    ax.annotate(
        "mean",
        (below["t"], below["estimate"]),
        (12, -22),
        textcoords="offset points",
        color=plot.written(plot.BLUE),
    )
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
        narrow=runs["width"].min(),
        wide=runs["width"].max(),
        highest=highest,
    )


def _widths(ax: Axes, hue: plot.Hue) -> None:
    """Name the widths from the smallest to the largest, over their colours."""
    left, right, height = _KEY
    ends = np.linspace(left, right, len(hue.names) + 1)
    for colour, start, stop in zip(hue.colours.values(), ends[:-1], ends[1:], strict=True):
        ax.plot([start, stop], [height] * 2, color=colour, linewidth=2, transform=ax.transAxes)
    names = list(hue.names.values())
    place: dict[str, Any] = {"transform": ax.transAxes, "va": "center", "color": "0.42"}
    ax.text(left - 0.02, height, names[0], ha="right", **place)
    ax.text(right + 0.02, height, f"${max(hue.names)}$", ha="left", **place)
    ax.text((left + right) / 2, height - 0.05, _SINGLE, ha="center", **{**place, "va": "top"})
