"""The price of a third coordinate: exponents of the time and of the samples, and both by d."""

from functools import partial

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.suzuki2023.shared.curves import against_dimension, draw_needed, needed
from feature_learning.papers.suzuki2023.shared.thresholds import (
    LEVEL,
    Curves,
    exponent_difference,
    growth_curves,
    kernel_curves,
)
from feature_learning.papers.suzuki2023.shared.times import learning_times, powers
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import Evidence, Interval, fitted, loglog_slope
from feature_learning.statistics.intervals import median

_DEGREES = plot.Hue(
    "k", {2: plot.BLUE, 3: plot.PURPLE}, {2: "$k = 2$", 3: "$k = 3$"}, {2: "o", 3: "D"}
)
_RUNS = {2: "heatmap", 3: "growth_k3"}
_KINDS = {"time": "time", "samples": "samples"}
_CASES = {"2": "$k = 2$", "3": "$k = 3$", "gap": "3 less 2"}
_NAMES = {
    f"{kind}-{case}": f"{name}, {words}"
    for kind, name in _KINDS.items()
    for case, words in _CASES.items()
}
_GAP = "0.35"  # the colour of differences


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the exponents of both prices for k = 2 and 3, then the times and the samples."""
    exponents, times, samples = figure.hero(2, share=0.52, height=3.0)
    curves = {k: growth_curves(tables, k) for k in _DEGREES.names}
    _exponents(exponents, tables, curves)
    figure.name_in_each()

    reached = learning_times(tables, alpha=0.0)
    plot.runs(times, reached[reached["t80"] < np.inf], "d", "t80", _DEGREES)
    medians = plot.medians(reached, "t80", ["k", "d"])
    medians = medians[medians["estimate"] < np.inf]
    _joined(times, medians)
    against_dimension(times, reached["d"])
    times.set(title=f"Time to accuracy {LEVEL:g}", ylabel=r"time $\eta T$")

    found = pd.concat([needed(own, k=k) for k, own in curves.items()])
    draw_needed(samples, found, _DEGREES)
    samples.set(title=f"Samples to accuracy {LEVEL:g}", ylabel="samples $n$")
    d = pd.concat([found["d"], reached["d"]])
    for ax in (times, samples):
        plot.logarithmic(ax, "x", ticks=[8, 16, 32, 64])
        low, high = ax.get_ylim()
        # Where nothing is learned there is nothing to scale the axis by.
        ax.set_xlim(d.min() / 1.15, d.max() * 1.15)
        ax.set_ylim((low / 1.5, 1.5 * high) if low > 0 else (1, 100))
    longest = {k: tables.values(name, "horizon")[-1] for k, name in _RUNS.items()}
    figure.say(level=LEVEL, **{f"horizon_{k}": f"{value:g}" for k, value in longest.items()})


def _joined(ax: Axes, medians: pd.DataFrame) -> None:
    """Draw medians as lines over the dots of the runs."""
    for k, own in _DEGREES.split(medians):
        own = own.sort_values("d")
        colour = plot.darker(_DEGREES.colours[k])
        ax.plot(own["d"], own["estimate"], color=colour, linewidth=0.9, zorder=4)
        name = _DEGREES.names[k]
        plot.sheet_of(ax).record(ax, name, "guide", x=own["d"], y=own["estimate"])


def _exponents(ax: Axes, tables: Tables, curves: dict[int, Curves]) -> None:
    """Draw the exponents in d, for both k over the same d."""
    found: dict[str, Interval] = {}
    said: dict[str, object] = {}
    timed = learning_times(tables, alpha=0.0)
    latest = timed[timed["k"] == 3]["d"].max()
    shared = [d for d in curves[3].d if d in curves[2].d]
    for k, own in curves.items():
        steps = powers(tables, k, 0.0, latest)
        found[f"time-{k}"] = median(np.where(np.isinf(steps), np.nan, steps))
        both = own.at(shared) if len(shared) > 1 else own
        found[f"samples-{k}"] = both.interval(Curves.exponent)
        said |= {f"{kind}_{k}": plot.measured(found[f"{kind}-{k}"]) for kind in _KINDS}
        said |= {f"{kind}{k}": found[f"{kind}-{k}"].estimate for kind in _KINDS}
        said |= {f"kernel_{k}": plot.measured(kernel_curves(tables, k).interval(Curves.exponent))}
    late = [powers(tables, k, 0.0, latest) for k in (3, 2)]
    steps = late[0] - late[1]
    found["time-gap"] = median(np.where(np.isfinite(steps), steps, np.nan))
    pair = [each.at(shared) if len(shared) > 1 else each for each in (curves[3], curves[2])]
    gap = exponent_difference(pair[0], pair[1], "k = 3 less k = 2")
    found["samples-gap"] = fitted(gap.observed, partial(_only, gap))
    said |= {f"{kind}_gap": plot.measured(found[f"{kind}-gap"]) for kind in _KINDS}
    said |= {
        "first": int(timed["d"].min()),
        "timed": int(latest),
        "sampled": int(max(shared, default=0)),
    }
    said |= {"law": _of_law(shared) if len(shared) > 1 else np.nan}
    table = plot.points(list(found.values()), 0, "exponent", case=list(found))
    table = table.dropna(subset="estimate")
    plot.sheet_of(ax).say(**said)
    colours = {
        case: _GAP if case.endswith("gap") else _DEGREES.colours[int(case[-1])] for case in _NAMES
    }
    for number, kind in enumerate(_KINDS):
        rows = {case: name for case, name in _NAMES.items() if case.startswith(kind)}
        plot.forest(ax, table, "case", rows, colours=colours, offset=3.5 * number)
    ax.set(title="Exponents in $d$", xlabel="exponent in $d$")
    ax.set_xlim(left=min(0.0, ax.get_xlim()[0]))


def _only(gap: Evidence, mean: np.ndarray) -> float:
    """Return the one number that is fitted to a mean curve."""
    return float(np.ravel(gap.fit(mean))[0]) if gap.fit else np.nan


def _of_law(dimensions: list[float]) -> float:
    """Return the exponent of d ln d over these dimensions."""
    d = np.array(dimensions)
    return loglog_slope(d, d * np.log(d))
