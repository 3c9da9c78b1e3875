"""The staircase at sample sizes that no simulation reaches."""

import math
from collections.abc import Iterator

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.moniri2023.shared.panels import step_regimes, theorem_levels
from feature_learning.plotting import Sheet, Tables

_BETWEEN = 6  # frames from one sample size to the next
_END = 12  # frames at the end

_FLAT = 0.1  # of the first step's slope: what is below it parts two steps
_HALF, _SECOND = 1 / 8, 1 / 4  # of alpha: half of the first range, the second's begin
_NAMED = 0.235  # of alpha: where the first curve with two steps is named


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the predicted test gain against alpha for each sample size, and the simulated one."""
    (ax,) = figure.panels(width=figure.target.page * 0.75, height=2.6)
    curves = tables.theory("staircase")
    plot.theory(ax, curves, "alpha", "test_gain", plot.ordered("n", curves["n"], _power))
    exact = curves.dropna(subset=["exact_test_gain"])
    colour = plot.darker(plot.METHODS["variant"])  # as in the other figures of the exact gradient
    label = f"exact gradient, {_power(exact['n'].max())}"
    plot.theory(ax, exact, "alpha", "exact_test_gain", label=label, colour=colour, thin=True)
    _frame(ax, tables, curves)
    _name_first(ax, curves)
    middle = curves[np.isclose(curves["alpha"], 0.25)]["test_gain"]
    figure.say(low=middle.min(), high=middle.max())


def _name_first(ax: Axes, curves: pd.DataFrame) -> None:
    """Name the curve of the smallest n that has two steps."""
    sizes = curves["n"].unique().tolist()
    parted = [n for n in sizes if _flattest(curves[curves["n"] == n]) < _FLAT]
    if not parted:
        return
    first = min(parted)
    own = curves[curves["n"] == first].sort_values(by="alpha")
    at = float(np.interp(_NAMED, own["alpha"], own["test_gain"]))
    grey, away = "0.42", (_NAMED + 0.03, 0.6 * at)
    line = {"arrowstyle": "-", "linewidth": 0.5, "color": grey, "shrinkA": 0, "shrinkB": 1}
    ax.annotate("", (_NAMED, at), away, arrowprops=line)
    ax.text(*away, _power(first), color=grey, va="top")
    plot.sheet_of(ax).say(first=_power(first).removeprefix("$n = ").removesuffix("$"))


def _flattest(curve: pd.DataFrame) -> float:
    """Return the least slope between the first step and 1/4, over the first step's largest."""
    curve = curve.sort_values("alpha")
    alpha, gain = (curve[name].to_numpy(dtype=float) for name in ("alpha", "test_gain"))
    slopes, middle = np.diff(gain) / np.diff(alpha), (alpha[1:] + alpha[:-1]) / 2
    first = slopes[middle < _HALF]
    steepest = int(first.argmax())
    between = slopes[steepest : int((middle < _SECOND).sum())]
    return float(between.min() / first[steepest])


def animate(tables: Tables, figure: Sheet) -> Iterator[None]:
    """Let the sample size grow: the curve becomes the theorem's stairs."""
    (ax,) = figure.panels(width=figure.target.page * 0.75, height=2.6)
    curves = tables.theory("staircase")
    table = curves.pivot(index="n", columns="alpha", values="test_gain").sort_index()
    alphas, gains = table.columns.to_numpy(dtype=float), table.to_numpy()
    logs = np.log10(table.index.to_numpy(dtype=float))
    (line,) = ax.plot(alphas, gains[0], color=plot.darker(plot.METHODS["equivalent"]), zorder=5)
    figure.record(ax, "rank-one weights", "theory", x=alphas, y=gains[-1])
    _frame(ax, tables, curves)
    named = ax.text(0.03, 0.93, "", transform=ax.transAxes, va="top")
    between = np.linspace(logs[0], logs[-1], _BETWEEN * (len(logs) - 1) + 1)
    for log_n in (*between, *[logs[-1]] * _END):
        line.set_ydata([np.interp(log_n, logs, column) for column in gains.T])
        named.set_text(f"$n = 10^{{{log_n:.0f}}}$")
        yield


def _power(n: float) -> str:
    return f"$n = 10^{{{round(math.log10(n))}}}$"


def _frame(ax: Axes, tables: Tables, curves: pd.DataFrame) -> None:
    """Draw the simulation at its sample size, the theorem's levels, and the axes."""
    runs = tables.runs("models", model="rank-one")
    n = tables.value("models", "n")
    means = plot.estimates(runs, "test_gain", ["alpha"])
    means = means[means["alpha"] <= curves["alpha"].max()]
    label = f"simulated, $n = {n}$"
    plot.simulation(ax, means, "alpha", label=label, colour=plot.METHODS["equivalent"])
    theorem_levels(ax, curves, "test_gain")
    step_regimes(ax)
    ax.set(ylabel="gain in test error")
