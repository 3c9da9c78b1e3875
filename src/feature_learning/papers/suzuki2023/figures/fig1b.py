"""The price of a third coordinate: times by dimension, exponents of the samples by horizon."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.suzuki2023.shared.curves import DEGREES, against_dimension
from feature_learning.papers.suzuki2023.shared.thresholds import LEVEL, Curves, growth_curves
from feature_learning.papers.suzuki2023.shared.times import learning_times, powers
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import loglog_slope
from feature_learning.statistics.intervals import median

_RUNS = {2: "heatmap", 3: "growth_k3"}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the times of all runs, and the exponents of the samples at every horizon."""
    times, samples = figure.hero(1, share=0.58, height=2.8)
    _times(times, tables)
    _samples(samples, tables)


def _times(ax: Axes, tables: Tables) -> None:
    """Draw runs and medians, with exponents over the dimensions that both k share."""
    reached = learning_times(tables, alpha=0.0)
    latest = reached[reached["k"] == 3]["d"].max()
    by_run = {k: powers(tables, k, 0.0, latest) for k in DEGREES.names}
    found = {k: median(np.where(np.isinf(own), np.nan, own)) for k, own in by_run.items()}
    steps = by_run[3] - by_run[2]
    gap = median(np.where(np.isfinite(steps), steps, np.nan))
    plot.runs(ax, reached[reached["t80"] < np.inf], "d", "t80", DEGREES)
    medians = plot.medians(reached, "t80", ["k", "d"])
    sheet = plot.sheet_of(ax)
    for k, own in DEGREES.split(medians[medians["estimate"] < np.inf]):
        own, colour = own.sort_values("d"), plot.darker(DEGREES.colours[k])
        ax.plot(own["d"], own["estimate"], color=colour, linewidth=0.9, zorder=4)
        sheet.record(ax, DEGREES.names[k], "guide", x=own["d"], y=own["estimate"])
    against_dimension(ax, reached["d"])
    plot.logarithmic(ax, "x", ticks=[8, 16, 32, 64])
    ax.set(title=f"Time to accuracy {LEVEL:g}", ylabel=r"time $\eta T$")
    sheet.say(level=LEVEL, gap=plot.measured(gap), first=int(reached["d"].min()), timed=int(latest))
    sheet.say(**{f"time_{k}": plot.measured(each) for k, each in found.items()})


def _samples(ax: Axes, tables: Tables) -> None:
    """Draw the exponents of the samples over the dimensions that both k share, at every horizon at
    which all thresholds are reached.
    """
    dimensions = {k: growth_curves(tables, k).d for k in _RUNS}
    shared = [d for d in dimensions[3] if d in dimensions[2]]
    parts, sheet = [], plot.sheet_of(ax)
    for k, experiment in _RUNS.items():
        horizons = tables.values(experiment, "horizon")
        curves = [growth_curves(tables, k, horizon) for horizon in horizons]
        curves = [each.at(shared) if len(shared) > 1 else each for each in curves]
        fits = [each.interval(Curves.exponent) for each in curves]
        rows = plot.points(fits, len(curves[-1].runs), "exponent", horizon=horizons, k=k)
        parts.append(rows.dropna(subset="estimate"))
        sheet.say(**{f"samples_{k}": plot.measured(fits[-1]), f"horizon_{k}": f"{horizons[-1]:g}"})
    plot.simulation(ax, pd.concat(parts), "horizon", DEGREES, join=True, band=False)
    plot.level(ax, 1.0, "theorem", colour=plot.PREDICTION, at=0.98, below=True)
    plot.logarithmic(ax, "x", ticks=[1000, 10_000, 100_000])
    ax.set(title="Samples by horizon", xlabel=r"horizon $\eta T$", ylabel="exponent in $d$")
    ax.set(ylim=(0, ax.get_ylim()[1]), yticks=[0, 0.5, 1, 1.5])
    law = _of_law(shared) if len(shared) > 1 else np.nan
    sheet.say(law=law, sampled=int(max(shared, default=0)))


def _of_law(dimensions: list[float]) -> float:
    """Return the exponent of d ln d over these dimensions."""
    d = np.array(dimensions)
    return loglog_slope(d, d * np.log(d))
