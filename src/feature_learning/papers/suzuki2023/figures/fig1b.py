"""The price of a third coordinate: samples at growing times, their exponents, and the time."""

import numpy as np
import pandas as pd

from feature_learning import plotting as plot
from feature_learning.papers.suzuki2023.shared.curves import (
    against_dimension,
    draw_needed,
    needed,
    slope,
)
from feature_learning.papers.suzuki2023.shared.thresholds import (
    LEVEL,
    Curves,
    growth_curves,
    kernel_curves,
)
from feature_learning.papers.suzuki2023.shared.times import learning_times, power_of_medians
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import loglog_slope

_RUNS = {2: "heatmap", 3: "growth_k3"}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw thresholds for k = 3 at several horizons, the exponents against the horizon, and the
    times to learn.
    """
    times, exponents, samples = figure.hero(2, height=3.4)
    horizons = {k: tables.values(name, "horizon") for k, name in _RUNS.items()}
    shown = horizons[3][-1:]
    growing = plot.ordered("series", shown, lambda t: f"$k = 3$, horizon {t:g}", "flare")
    others = plot.methods(
        "series",
        {
            "pairs": ("network", f"$k = 2$, horizon {horizons[2][-1]:g}"),
            "kernel": ("kernel", "best kernel, $k = 3$"),
        },
    )
    networks = [needed(growth_curves(tables, 3, t), series=t) for t in shown]
    pairs = needed(growth_curves(tables, 2), series="pairs")
    kernel = needed(kernel_curves(tables, 3), series="kernel")
    draw_needed(samples, pd.concat([*networks, pairs, kernel]), growing + others)
    slope(samples, kernel, 3.0, 0.5, "$d^3$")
    samples.set(title="Samples to accuracy 0.8", ylabel="samples $n$")

    degrees = plot.Hue(  # k = 3 has the colour of its longest horizon, and both the markers of a
        "k",
        {2: plot.METHODS["network"], 3: growing.colours[shown[-1]]},
        {k: f"$k = {k}$" for k in _RUNS},
        {2: "v", 3: "D"},
    )
    rows = pd.concat([_exponents(tables, k, horizons[k]) for k in _RUNS], ignore_index=True)
    if len(rows):
        plot.simulation(exponents, rows, "thousands", degrees, join=True)
    for k in _RUNS:
        d = growth_curves(tables, k).d
        plot.level(exponents, loglog_slope(d, d * np.log(d)), rf"$d\,\ln d$, $k = {k}$")
    exponents.margins(x=0.08)
    plot.logarithmic(exponents, "x")
    exponents.set(
        title="Exponent of the samples",
        xlabel=r"horizon $\eta T$ in thousands",
        ylabel="exponent in $d$",
    )

    reached = learning_times(tables, alpha=0.0)
    plot.runs(times, reached[reached["t80"] < np.inf], "d", "t80", degrees)
    medians = plot.estimates(reached, "t80", ["k", "d"], "median")
    plot.simulation(times, medians[medians["estimate"] < np.inf], "d", degrees)
    for k in _RUNS:
        power = power_of_medians(tables, k, 0.0)
        figure.say(**{f"time_{k}": power})
        if np.isfinite(power):
            last = medians[medians["k"] == k].sort_values("d")["estimate"].iloc[-1]
            figure.edge_label(times, last, f"$d^{{{power:.1f}}}$", degrees.colours[k])
    against_dimension(times, reached["d"])
    low, high = times.get_ylim()
    times.set(xlim=samples.get_xlim(), ylim=(low / 2, 2 * high))
    figure.say(level=LEVEL)
    times.set(title="Time to accuracy 0.8", ylabel=r"time $\eta T$")


def _exponents(tables: Tables, k: int, horizons: list[float]) -> pd.DataFrame:
    """Return the exponent at each horizon at which every threshold is reached."""
    curves = [growth_curves(tables, k, horizon) for horizon in horizons]
    fits = [each.interval(Curves.exponent) for each in curves]
    thousands = [horizon / 1000 for horizon in horizons]
    rows = plot.points(fits, len(curves[0].runs), "exponent", thousands=thousands, k=k)
    return rows.dropna(subset="estimate")
