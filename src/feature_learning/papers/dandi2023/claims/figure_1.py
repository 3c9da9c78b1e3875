"""Evidence for figure-1."""

from collections.abc import Callable

import numpy as np
import pandas as pd

from feature_learning.statistics import Evidence, Tables, by_seed, crossing, loglog_slope

THRESHOLD = 0.25
CLEAR = 0.5  # ratios n/d^l from here on are far from chance


def controlled(tables: Tables) -> pd.DataFrame:
    """Return the runs with ``gap``, the alignment less its prediction for the neurons' own
    overlaps, and ``controlled``, the gap plus the prediction for random neurons at this d.
    """
    law = tables.theory("transition")[["leap", "factor", "ratio", "finite"]]
    runs = tables.runs("transition").merge(law, on=["leap", "factor", "ratio"])
    gap = runs["alignment"] - runs["predicted"]
    return runs.assign(gap=gap, controlled=gap + runs["finite"])


def _of_leap(tables: Tables, leap: int) -> pd.DataFrame:
    runs = controlled(tables)
    return runs[runs["leap"] == leap]


def threshold_fit(tables: Tables, leap: int) -> tuple[np.ndarray, Callable[[np.ndarray], float]]:
    """Return the curves of all dimensions side by side, (seeds, points), and what fits the exponent
    in d of the n at which the mean of one crosses.
    """
    groups = {
        d: by_seed(runs, "controlled", "n") for d, runs in _of_leap(tables, leap).groupby("d")
    }
    curves = list(groups.values())
    sizes = [curve.columns.to_numpy(dtype=float) for curve in curves]
    ends = np.cumsum([len(n) for n in sizes])[:-1]

    def exponent(values: np.ndarray) -> float:
        parts = zip(sizes, np.split(values, ends), strict=True)
        thresholds = [crossing(n, curve, THRESHOLD) for n, curve in parts]
        return loglog_slope(np.array(list(groups), dtype=float), np.array(thresholds))

    return np.hstack([curve.to_numpy() for curve in curves]), exponent


def _exponent(tables: Tables, leap: int) -> Evidence:
    observed, fit = threshold_fit(tables, leap)
    return Evidence(observed, ["exponent of n in d"], fit=fit)


def exponent_1(tables: Tables) -> Evidence:
    return _exponent(tables, 1)


def exponent_2(tables: Tables) -> Evidence:
    return _exponent(tables, 2)


def exponent_3(tables: Tables) -> Evidence:
    return _exponent(tables, 3)


def _gaps(tables: Tables, leap: int) -> Evidence:
    parts = []
    runs = _of_leap(tables, leap)
    largest = sorted(runs["d"].unique())[-2:]
    for d, of_d in runs[runs["d"].isin(largest) & (runs["ratio"] >= CLEAR)].groupby("d"):
        gaps = by_seed(of_d, "gap", "ratio")
        points = [f"d = {d}, n/d^{leap} = {ratio:g}" for ratio in gaps]
        parts.append(Evidence(gaps.to_numpy(), points))
    return Evidence.joined(parts)


def finite_d_1(tables: Tables) -> Evidence:
    return _gaps(tables, 1)


def finite_d_2(tables: Tables) -> Evidence:
    return _gaps(tables, 2)


def finite_d_3(tables: Tables) -> Evidence:
    return _gaps(tables, 3)


def _ends(runs: pd.DataFrame) -> tuple[int, int]:
    return runs["d"].min(), runs["d"].max()


def collapse(tables: Tables) -> Evidence:
    parts = []
    for leap in (1, 2):
        runs = _of_leap(tables, leap)
        clear = runs[runs["ratio"] >= CLEAR].groupby("d")
        near, far = (by_seed(clear.get_group(d), "controlled", "ratio") for d in _ends(runs))
        points = [f"l = {leap}, n/d^l = {ratio:g}" for ratio in near]
        parts.append(Evidence((near - far).to_numpy(), points))
    return Evidence.joined(parts)
