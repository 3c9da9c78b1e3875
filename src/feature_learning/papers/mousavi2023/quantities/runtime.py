"""The overlap at the start, and the time from there to the target."""

from collections.abc import Callable
from functools import partial

import numpy as np
import pandas as pd

from feature_learning.papers.mousavi2023.experiments.alignment import ALIGNED
from feature_learning.papers.mousavi2023.model import Structure
from feature_learning.statistics import Tables, by_run
from feature_learning.statistics.quantity import Quantity
from feature_learning.statistics.sources import exact, of_runs, predictions, quantity
from feature_learning.statistics.terms import Term
from feature_learning.theory.spiked_overlap import overlap_exponent, runtime_exponent
from feature_learning.theory.whitened_flow import runtime, runtime_log_slope

_SMALL = 1e-2
_CLEAR = 0.05  # the overlap from which on the signal exceeds the noise at the start
_FAR = 0.1


def exponent_of_start(tables: Tables) -> Quantity:
    """Exponent in d of the median overlap of random neurons, by structure; predicted is delta0."""
    overlaps = quantity(tables, "initial_overlap", "overlap", ("structure", "d"))
    limits = _limits(tables, overlap_exponent)
    return overlaps.exponent("d").per_seed().predicted_by(limits)


def growth_of_time(tables: Tables, k: int) -> Quantity:
    """Growth with d of the population flow's median time from there, by structure: its slope on
    ln d at k = 2, its exponent at larger k, both predicted from delta0.
    """
    times = quantity(tables, "initial_overlap", f"time_{k}", ("structure", "d"))
    if k == 2:
        growth = times.along("d", lambda d, time: float(np.polyfit(np.log(d), time, 1)[0]))
        limits = _limits(tables, lambda *pair: runtime_log_slope(overlap_exponent(*pair)))
    else:
        growth, limits = times.exponent("d"), _limits(tables, partial(runtime_exponent, k))
    return growth.per_seed().predicted_by(limits)


def _limits(tables: Tables, limit: Callable[[float, float], float]) -> Quantity:
    """Return a function of gamma1 and gamma2, by structure."""
    structures = Structure.in_rows(tables.runs("initial_overlap"))
    values = [limit(*structure.exponents) for structure in structures.values()]
    return exact(
        pd.DataFrame({"structure": [*structures], "limit": values}), "limit", ["structure"]
    )


def slope_on_log_epsilon(tables: Tables) -> Quantity:
    """Slope of the time from 1/2 to 1 - epsilon on ln(1/epsilon), for epsilon of 1e-2 and
    smaller, over its formula, by k.
    """
    law = tables.theory("runtime_epsilon")
    times = exact(law[law["epsilon"] <= _SMALL], "time", ("k", "log"))
    slopes = times.along("log", lambda log, time: float(np.polyfit(log, time, 1)[0]))
    return slopes.over(exact(law, "slope", ["k"]))


def slope_on_samples(tables: Tables) -> Quantity:
    """Slope of the time from 1/2 to 1 - epsilon on samples on ln(1/epsilon), over that of the
    population flow at the same epsilon, by k.
    """
    times = quantity(tables, "end_of_runs", "time", ("k", "epsilon"))
    slopes = times.along("epsilon", lambda each, time: -float(np.polyfit(np.log(each), time, 1)[0]))
    return slopes.over_prediction()


def time_over_formula(tables: Tables) -> Quantity:
    """Time to overlap 1/2 on samples, infinite for a run that does not arrive, over that of the
    population flow from the same start: median over a seed's runs that start at 0.1 or more, then
    over seeds, by k.
    """
    parts = []
    for k in tables.values("runtime_flow", "k"):
        runs, alpha = _started(tables, k, _FAR), tables.value("runtime_flow", "alpha", k=k)
        formula = runtime(runs["start"].to_numpy(), runs["end"].iloc[0], k, alpha)
        parts.append(runs.assign(ratio=runs["time"] / formula))
    runs = pd.concat(parts)
    medians = runs.pivot_table("ratio", "seed", "k", aggfunc="median")  # NaN without such a run
    rows = medians.melt(value_name="ratio", ignore_index=False).reset_index()
    return of_runs(rows, "ratio", ("k",), "runtime_flow").averaged("median").with_censored()


def slope_of_time(tables: Tables, k: int) -> Quantity:
    """Slope on ln(1/omega_0) of the time at k = 2, of its logarithm at larger k: the median of the
    slopes between any two runs that start at 0.05 or more, of which one that does not arrive is
    later than all that do.

    References
    ----------
    Theil (1950) and Sen (1968), Journal of the American Statistical Association 63: this slope.
    """
    runs = _started(tables, k, _CLEAR)
    seeds = sorted(set(runs["seed"]))
    place = runs["seed"].map({seed: row for row, seed in enumerate(seeds)}).to_numpy()
    x, y = -np.log(runs["start"].to_numpy()), runs["time"].to_numpy()
    y = y if k == 2 else np.log(y)

    def slope(present: np.ndarray) -> float:
        kept = present[place] > 0  # the average of an indicator of each seed is 0 without the seed
        return median_slope(x[kept], y[kept])

    indicators, term = np.eye(len(seeds)), Term(tuple(range(len(seeds))), slope)
    points = pd.DataFrame({"k": [k]})
    return Quantity(points, indicators, (term,), experiment="runtime_flow", seeds=tuple(seeds))


def median_slope(x: np.ndarray, y: np.ndarray) -> float:
    """Return the median slope between two points; two infinite y have none."""
    first, second = np.triu_indices(len(x), 1)
    known = (x[first] != x[second]) & (np.isfinite(y[first]) | np.isfinite(y[second]))
    first, second = first[known], second[known]
    return float(np.median((y[second] - y[first]) / (x[second] - x[first])))


def _started(tables: Tables, k: int, least: float) -> pd.DataFrame:
    """Return the runs whose start is between a least overlap and the final one."""
    runs = tables.runs("runtime_flow", k=k)
    return runs[(runs["start"] >= least) & (runs["start"] < runs["end"])]


def largest_overlap(tables: Tables) -> Quantity:
    """Largest overlap of N random neurons without a spike, median over runs, by d and N."""
    runs = by_run(tables.runs("width_overlap"))
    found = of_runs(runs, "largest", ("d", "width"), "width_overlap").averaged("median")
    return found.predicted_by(median_largest_overlap(tables))


def median_largest_overlap(tables: Tables) -> Quantity:
    """The exact median of the largest overlap, by d and N."""
    return predictions(tables, "width_overlap", "largest", ("d", "width"))


def growth_of_width(tables: Tables, low: int, high: int) -> Quantity:
    """Slope in d, from one d to another, of the logarithm of the width at which the largest overlap
    is 1/2.
    """
    medians = tables.runs("width_overlap").groupby(["seed", "d", "width"])["largest"].median()
    largest = of_runs(medians.reset_index(), "largest", ("d", "width"), "width_overlap")
    widths = largest.crossing("width", ALIGNED, "linear").transformed(np.log)
    return widths.at(d=high).minus(widths.at(d=low)).over(high - low)
