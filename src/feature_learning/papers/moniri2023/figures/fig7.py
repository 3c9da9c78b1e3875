"""The staircase at sample sizes that no simulation reaches."""

import math
from collections.abc import Iterator

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.moniri2023.panels import name_at, step_regimes
from feature_learning.plotting import Sheet, Tables

_BETWEEN = 6  # frames from one sample size to the next
_END = 12  # frames at the end

_HALF, _SECOND = 1 / 8, 1 / 4  # of alpha: half of the first range, the second's begin
# Of the sizes that are drawn: where along alpha they are named, and how far from the curve.
_SHOWN = {1e3: (0.3, (5, -4)), 1e8: (0.1, (5, -4)), 1e14: (0.262, (-4, 2))}
_SAID = {"small": 1e5, "large": 1e8}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the predicted test gain against alpha for each sample size."""
    (ax,) = figure.panels(width=figure.target.page * 0.75, height=2.6)
    curves = tables.theory("staircase")
    flat = {n: _flattest(own) for n, own in curves.groupby("n")}
    figure.say(**{f"flat_{name}": flat.get(n, math.nan) for name, n in _SAID.items()})
    curves = curves[curves["n"].isin(_SHOWN)]
    hue = plot.ordered("n", curves["n"], _power)
    plot.theory(ax, curves, "alpha", "test_gain", hue)
    _frame(ax, curves)
    figure.entries = []  # named below
    for n, own in hue.split(curves):
        own, (alpha, shift) = own.sort_values("alpha"), _SHOWN[n]
        at = (alpha, float(np.interp(alpha, own["alpha"], own["test_gain"])))
        name_at(ax, hue.names[n], plot.darker(hue.colours[n]), at, shift)
    middle = curves[np.isclose(curves["alpha"], 0.25)]["test_gain"]
    figure.say(low=middle.min(), high=middle.max())


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
    _frame(ax, curves)
    named = ax.text(0.03, 0.93, "", transform=ax.transAxes, va="top")
    between = np.linspace(logs[0], logs[-1], _BETWEEN * (len(logs) - 1) + 1)
    for log_n in (*between, *[logs[-1]] * _END):
        line.set_ydata([np.interp(log_n, logs, column) for column in gains.T])
        named.set_text(f"$n = 10^{{{log_n:.0f}}}$")
        yield


def _power(n: float) -> str:
    return f"$n = 10^{{{round(math.log10(n))}}}$"


def _frame(ax: Axes, curves: pd.DataFrame) -> None:
    """Draw the theorem's levels, and the axes."""
    for spikes in (1, 2):
        level = float(curves[f"test_gain_l{spikes}"].iloc[0])
        plot.level(ax, level, rf"level of $\ell = {spikes}$")
    step_regimes(ax)
    ax.set(ylabel="gain in test error")
