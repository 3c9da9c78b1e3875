"""The strength of the spike at which half is learned, and its exponent in d; shared by claims and figures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.statistics.evidence import by_seed
from feature_learning.statistics.exponents import crossing, loglog_slope

Curve = Callable[[np.ndarray], float]


@dataclass(frozen=True)
class Rise:
    """Rising curves against theta, at several d.

    Attributes
    ----------
    curves : (seeds, d and gamma)
        Every seed's values, gamma fastest.
    d : (sizes,)
    thetas : (sizes, gammas)
    """

    curves: np.ndarray
    d: np.ndarray
    thetas: np.ndarray

    def halves(self, mean: np.ndarray) -> np.ndarray:
        """Return the theta at which a mean curve reaches one half at each d, shape (sizes,); NaN if it does not."""
        return np.array([self.half(mean, number) for number in range(len(self.d))])

    def half(self, mean: np.ndarray, number: int) -> float:
        """Return the half point at one d, given by its position in the list."""
        return crossing(self.thetas[number], mean.reshape(self.thetas.shape)[number], 0.5)

    def exponent(self, mean: np.ndarray) -> float:
        """Return the exponent of the half points in d; NaN if one of them is missing."""
        halves = self.halves(mean)
        return loglog_slope(self.d, halves) if np.isfinite(halves).all() else float("nan")

    def half_at(self, number: int) -> Curve:
        """Return the fit that gives the half point at one d."""
        return lambda mean: self.half(mean, number)


def _rise(runs: pd.DataFrame, value: str, least: float) -> Rise:
    sizes = sorted(int(d) for d in runs["d"].unique() if d >= least)
    parts = [by_seed(runs[runs["d"] == d], value, "gamma") for d in sizes]
    thetas = np.array([[float(d) ** float(gamma) for gamma in part.columns] for d, part in zip(sizes, parts, strict=True)])
    return Rise(np.hstack([part.to_numpy() for part in parts]), np.array(sizes, dtype=float), thetas)


def kernel_rise(tables: Tables, target: str, *, least: float = 0) -> Rise:
    """Return the learned fraction of a pure target by the kernel, for d from `least` on."""
    return _rise(tables.runs("kernel_ridge", target=target), "learned", least)


def alignment_rise(tables: Tables, link: str, *, least: float = 0) -> Rise:
    """Return the alignment of the neurons after one step, for d from `least` on."""
    return _rise(tables.runs("alignment", link=link), "alignment", least)


def predicted_exponent(frame: pd.DataFrame, low: float, high: float) -> float:
    """Return the exponent of predicted half points between two d, both included."""
    own = frame[(frame["d"] >= low) & (frame["d"] <= high)]
    return loglog_slope(own["d"].to_numpy(), own["half"].to_numpy())
