"""What a third coordinate costs: samples at growing times, their exponents, and the time."""

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.papers.suzuki2023.shared.curves import against_dimension, draw_needed, needed, slope
from feature_learning.papers.suzuki2023.shared.thresholds import Curves, growth_curves, kernel_curves
from feature_learning.papers.suzuki2023.shared.times import learning_times, power
from feature_learning.plotting.estimates import estimates, points
from feature_learning.plotting.lines import level, logarithmic
from feature_learning.plotting.marks import runs, simulation
from feature_learning.plotting.palette import METHODS, Hue, methods, ordered
from feature_learning.plotting.sheet import Sheet
from feature_learning.statistics.exponents import loglog_slope

_DEGREES = (2, 3)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw thresholds for k = 3 at several horizons, the exponents against the horizon, and the times to learn."""
    samples, exponents, times = figure.panels(1, 3, height=2.0)
    horizons = {k: sorted(tables.runs(f"growth_k{k}")["horizon"].unique()) for k in _DEGREES}
    shown = horizons[3][-4:]
    growing = ordered("series", shown, lambda t: f"$k = 3$, horizon {t:g}", "flare")
    pairs, cubic = growth_curves(tables, 2), kernel_curves(tables, 3)
    others = methods(
        "series",
        {"pairs": ("network", f"$k = 2$, horizon {horizons[2][-1]:g}"), "kernel": ("kernel", "best kernel, $k = 3$")},
    )
    rows = pd.concat(
        [
            *(needed(growth_curves(tables, 3, t), series=t) for t in shown),
            needed(pairs, series="pairs"),
            needed(cubic, series="kernel"),
        ]
    )
    samples.set_title("more time, fewer samples")
    draw_needed(samples, rows, growing + others, dodge=1.0)
    slope(samples, needed(cubic), 3.0, 1.8, "$d^3$")

    # k = 3 has the colour of its longest horizon
    degrees = Hue(
        "k", {2: METHODS["network"], 3: growing.colours[shown[-1]]}, {k: f"$k = {k}$" for k in _DEGREES}, {2: "v", 3: "D"}
    )  # as in a
    exponents.set_title("the exponent falls")
    found = pd.concat([_exponents(tables, k, horizons[k]) for k in _DEGREES], ignore_index=True)
    if len(found):
        simulation(exponents, found.assign(horizon=found["horizon"] / 1000), "horizon", degrees, join=True)
    for k in _DEGREES:
        d = growth_curves(tables, k).d
        level(exponents, loglog_slope(d, d * np.log(d)), rf"$d\,\ln d$, $k = {k}$")
    exponents.margins(x=0.08)
    logarithmic(exponents, "x")
    exponents.set_xlabel(r"horizon $\eta T$ in thousands")
    exponents.set_ylabel("exponent of the samples in $d$")

    times.set_title("$k$ costs time")
    reached = learning_times(tables, alpha=0.0).dropna(subset="t80")
    runs(times, reached, "d", "t80", degrees)
    found = estimates(reached, "t80", ["k", "d"], "log")
    simulation(times, found, "d", degrees)
    for k in _DEGREES:
        own, grown = found[found["k"] == k], power(tables, k, 0.0)
        if np.isfinite(grown.estimate):
            figure.edge_label(times, own.sort_values("d")["estimate"].iloc[-1], f"$d^{{{grown.estimate:.1f}}}$", degrees.colours[k])
    against_dimension(times, reached["d"])
    times.set_ylabel("time to accuracy 0.8")


def _exponents(tables: Tables, k: int, horizons: list[float]) -> pd.DataFrame:
    """Return the exponent at each horizon at which every threshold is reached."""
    curves = [growth_curves(tables, k, horizon) for horizon in horizons]
    found = points([one.interval(Curves.exponent) for one in curves], len(curves[0].runs), "exponent", horizon=horizons, k=k)
    return found.dropna(subset="estimate")
