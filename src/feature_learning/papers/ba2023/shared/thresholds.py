"""The strength of the spike at which a method's risk is 1/4, one criterion for all methods."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.statistics import Interval, at_best, by_seed, fitted

LEVEL = 0.25
"""The risk of what counts as learned; that of nothing is 1."""


def learned_at(gammas: Sequence[float] | np.ndarray, risks: np.ndarray) -> float:
    """Return the last gamma at which a curve falls below `LEVEL`, interpolated in the logarithm of
    the risk; NaN where it does not.

    Examples
    --------
    >>> round(learned_at([0.4, 0.6], np.array([0.5, 0.125])), 12)
    0.5
    """
    heights = np.log(risks) - math.log(LEVEL)
    falls = np.flatnonzero((heights[:-1] > 0) & (heights[1:] <= 0))
    if not falls.size:
        return math.nan
    at = int(falls[-1])
    share = heights[at] / (heights[at] - heights[at + 1])
    return float(gammas[at] + share * (gammas[at + 1] - gammas[at]))


@dataclass(frozen=True)
class Threshold:
    """One method's risks near its threshold, at its best ridge, for one target and d.

    Attributes
    ----------
    d
        The dimension.
    gammas : (gammas,)
        The strengths ``d^gamma``.
    curves : (seeds, gammas)
        The risks.
    """

    d: int
    gammas: np.ndarray
    curves: np.ndarray

    @property
    def gamma(self) -> Interval:
        """The gamma at which the mean risk is `LEVEL`, with its interval."""
        return fitted(self.curves, lambda mean: learned_at(self.gammas, mean))


def threshold(tables: Tables, method: str, target: str, d: int) -> Threshold:
    """Return the risks of one method, target and dimension; each gamma has its best ridge."""
    runs = tables.runs("thresholds", method=method, target=target, d=d)
    best = by_seed(at_best(runs, "risk", "ridge", ["gamma"]), "risk", "gamma")
    return Threshold(d, best.columns.to_numpy(dtype=float), best.to_numpy())


def sizes(tables: Tables, method: str, target: str) -> list[int]:
    """Return the dimensions at which a method was run on a target."""
    return [int(d) for d in tables.values("thresholds", "d", method=method, target=target)]


def table(tables: Tables, method: str, target: str) -> pd.DataFrame:
    """Return the thresholds of a method against d, in the form of `plotting.estimates`; no row
    where one is missing.
    """
    found = [threshold(tables, method, target, d) for d in sizes(tables, method, target)]
    rows = []
    for one in found:
        interval = one.gamma
        if math.isfinite(interval.estimate):
            ends = {name: getattr(interval, name) for name in ("estimate", "low", "high")}
            rows.append({"d": one.d, "method": method, **ends, "seeds": len(one.curves)})
    return pd.DataFrame(rows, columns=["d", "method", "estimate", "low", "high", "seeds"]).assign(
        diverged=0, kind="jackknife estimate"
    )
