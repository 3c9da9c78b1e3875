"""How fast the spike that is needed grows with d: locally predicted, measured, and in the limit."""

import math
from functools import partial

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning.core.tables import Tables
from feature_learning.papers.ba2023.half_points import Rise, alignment_rise, kernel_rise
from feature_learning.papers.ba2023.panels import degrees, fits
from feature_learning.plotting.lines import level, logarithmic
from feature_learning.plotting.marks import simulation, theory
from feature_learning.plotting.sheet import Sheet
from feature_learning.statistics.intervals import fitted

_UPTO = 1e8  # the exponents are at their limits there
_LIMITS = {1: "0", 2: "1/2", 3: "2/3"}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the local exponents of both methods against d."""
    kernel, network = figure.panels(1, 2, sharey=True)
    kernel.set_title(r"kernel: $\theta \sim d^{1-1/j}$")
    rises = {degree: kernel_rise(tables, f"he{degree}") for degree in (1, 2, 3)}
    _exponents(kernel, tables.theory("kernel_half"), "target", rises)
    network.set_title(r"one step: $\theta \sim d^{1-1/k}$")
    rises = {degree: alignment_rise(tables, f"he{degree}") for degree in (2, 3)}
    _exponents(network, tables.theory("alignment_half"), "link", rises)
    for degree, limit in _LIMITS.items():
        level(network, 1 - 1 / degree, f"limit {limit}")
        level(kernel, 1 - 1 / degree, "")
    for ax in (kernel, network):
        logarithmic(ax, "x", ticks=(1e2, 1e4, 1e6, 1e8))
        ax.set_xlabel("dimension $d$")
        ax.set_ylabel(r"$d \ln\theta_{1/2} / d\ln d$")


def _exponents(ax: Axes, predicted: pd.DataFrame, column: str, rises: dict[int, Rise]) -> None:
    hue = degrees((1, 2, 3))
    predicted = predicted[predicted["d"] <= _UPTO]
    local = [_local(predicted[predicted[column] == f"he{degree}"], degree) for degree in rises]
    theory(ax, pd.concat(local), "d", "exponent", hue)
    simulation(ax, pd.concat(_measured(rise, degree) for degree, rise in rises.items()), "d", hue, dodge=3)


def _local(frame: pd.DataFrame, degree: int) -> pd.DataFrame:
    """Return the predicted exponent between neighbouring d, at their geometric mean."""
    frame = frame.dropna(subset="half").sort_values("d")
    d, half = np.log(frame["d"].to_numpy()), np.log(frame["half"].to_numpy())
    at = np.exp((d[1:] + d[:-1]) / 2)
    return pd.DataFrame({"d": at, "exponent": np.diff(half) / np.diff(d), "degree": degree})


def _measured(rise: Rise, degree: int) -> pd.DataFrame:
    """Return the measured exponent between neighbouring d, with a jackknife over seeds."""

    def between(number: int, mean: np.ndarray) -> float:
        ends = [rise.half(mean, k) for k in (number, number + 1)]
        return math.log(ends[1] / ends[0]) / math.log(rise.d[number + 1] / rise.d[number])

    pairs = range(len(rise.d) - 1)
    found = [fitted(rise.curves, partial(between, number)) for number in pairs]
    return fits(np.sqrt(rise.d[1:] * rise.d[:-1]).tolist(), found, len(rise.curves), degree=degree)
