"""What a third coordinate costs: samples at growing times, their exponents, and the time."""

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.papers.suzuki2023.curves import against_dimension, draw_needed, needed, slope, with_exponent
from feature_learning.papers.suzuki2023.thresholds import Curves, growth_curves, kernel_curves
from feature_learning.papers.suzuki2023.times import learning_times, power
from feature_learning.plotting.estimates import estimates, points
from feature_learning.plotting.lines import level, logarithmic
from feature_learning.plotting.marks import runs, simulation
from feature_learning.plotting.palette import METHODS, ordered
from feature_learning.plotting.sheet import Sheet
from feature_learning.statistics.exponents import loglog_slope

_DEGREES = (2, 3)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw thresholds for k = 3 at several horizons, the exponents against the horizon, and the times to learn."""
    samples, exponents, times = figure.panels(1, 3, height=2.0)
    horizons = {k: sorted(tables.runs(f"growth_k{k}")["horizon"].unique()) for k in _DEGREES}
    shown = horizons[3][-4:]
    hue = ordered("series", shown, lambda t: f"$k = 3$, horizon {t:g}", "flare")
    long = max(horizons[2])
    kernel = kernel_curves(tables, 3)
    for curves, name, colour, marker in (
        (growth_curves(tables, 2), f"$k = 2$, horizon {long:g}", METHODS["network"], "s"),
        (kernel, "best kernel, $k = 3$", METHODS["kernel"], "D"),
    ):
        found = needed(curves)
        simulation(samples, found[found["reached"]], "d", label=name, colour=colour, marker=marker)
    rows = pd.concat([needed(growth_curves(tables, 3, t), series=t) for t in shown])
    samples.set_title("more time, fewer samples")
    draw_needed(samples, rows, hue, dodge=1.5)
    slope(samples, needed(kernel), 3.0, 1.8, "$d^3$")

    exponents.set_title("the exponent falls")
    degrees = ordered("k", _DEGREES, "$k = {}$", "network")
    found = pd.concat([_exponents(tables, k, horizons[k]) for k in _DEGREES], ignore_index=True)
    if len(found):
        simulation(exponents, found, "horizon", degrees, join=True)
    for k in _DEGREES:
        d = growth_curves(tables, k).d
        level(exponents, loglog_slope(d, d * np.log(d)), rf"$d\ln d$, $k = {k}$")
    logarithmic(exponents, "x")
    exponents.set_xlabel(r"horizon $\eta T$")
    exponents.set_ylabel("exponent of the samples in $d$")

    times.set_title("$k$ costs time")
    reached = learning_times(tables, alpha=0.0).dropna(subset="t80")
    named = ordered("k", _DEGREES, lambda k: with_exponent(f"$k = {k}$, power of $d$", power(tables, k, 0.0)), "network")
    runs(times, reached, "d", "t80", named)
    simulation(times, estimates(reached, "t80", ["k", "d"], "log"), "d", named)
    against_dimension(times, reached["d"])
    times.set_ylabel("time to accuracy 0.8")


def _exponents(tables: Tables, k: int, horizons: list[float]) -> pd.DataFrame:
    """Return the exponent at each horizon at which every threshold is reached."""
    curves = [growth_curves(tables, k, horizon) for horizon in horizons]
    found = points([one.interval(Curves.exponent) for one in curves], len(curves[0].runs), "exponent", horizon=horizons, k=k)
    return found.dropna(subset="estimate")
