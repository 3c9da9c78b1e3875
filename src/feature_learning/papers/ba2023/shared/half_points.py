"""The strength of the spike at which half is learned, and its exponent in d."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pandas as pd
from scipy.special import logit

from feature_learning.papers.ba2023.shared.model import strength
from feature_learning.statistics.evidence import by_seed
from feature_learning.statistics.exponents import crossing, loglog_slope
from feature_learning.statistics.intervals import Interval, fitted

_LEAST = 1e-9  # fractions are kept this far from 0 and 1


def half(curve: Callable[[float], float], low: float, high: float, precision: float = 1e-9) -> float:
    """Return the theta at which a rising curve reaches one half; NaN where it does not.

    Parameters
    ----------
    curve
        A fraction against theta.
    low, high
        Where ln theta is sought.
    precision
        In ln theta.
    """
    from scipy.optimize import brentq

    def height(log_theta: float) -> float:
        return float(_logit(curve(math.exp(log_theta))))

    if not height(low) < 0 < height(high):
        return math.nan
    return math.exp(brentq(height, low, high, xtol=precision))


def _logit(fraction: np.ndarray | float) -> np.ndarray:
    return np.asarray(logit(np.clip(fraction, _LEAST, 1 - _LEAST)))


@dataclass(frozen=True)
class Rise:
    """Rising curves against theta, at several d.

    Attributes
    ----------
    curves : (seeds, d and gamma)
        Every seed's values, gamma fastest; the values of gamma may depend on d.
    d : (sizes,)
    thetas : one array for each d
    """

    curves: np.ndarray
    d: np.ndarray
    thetas: list[np.ndarray]

    @classmethod
    def of(cls, runs: pd.DataFrame, value: str) -> Rise:
        """Return the curves of runs with the columns ``d``, ``gamma`` and ``seed``, of one target.

        Parameters
        ----------
        runs
            One row per d, gamma and seed.
        value
            The column of the fraction.
        """
        sizes = sorted(int(d) for d in runs["d"].unique())
        parts = [by_seed(runs[runs["d"] == d], value, "gamma") for d in sizes]
        thetas = [np.array([strength(float(gamma), d) for gamma in part.columns]) for d, part in zip(sizes, parts, strict=True)]
        return cls(np.hstack([part.to_numpy() for part in parts]), np.array(sizes, dtype=float), thetas)

    def log_halves(self, mean: np.ndarray) -> np.ndarray:
        """Return ln theta at which a mean curve reaches one half at each d; NaN if it does not.

        The logit of the fraction is interpolated, which is almost linear in ln theta.
        """
        ends = np.cumsum([len(thetas) for thetas in self.thetas])[:-1]
        found = [crossing(own, _logit(part), 0.0) for own, part in zip(self.thetas, np.split(mean, ends), strict=True)]
        return np.log(found)

    def log_half(self, number: int) -> Interval:
        """Return ln theta at which half is learned at the d of this place, with its interval."""
        return fitted(self.curves, lambda mean: float(self.log_halves(mean)[number]))

    def exponent(self, mean: np.ndarray) -> float:
        """Return the exponent of the half points in d; NaN if one of them is missing."""
        return loglog_slope(self.d, np.exp(self.log_halves(mean)))

    def local_exponent(self, number: int) -> Interval:
        """Return the exponent between the d of this place and the next, with its interval."""
        width = math.log(self.d[number + 1] / self.d[number])
        return fitted(self.curves, lambda mean: float(np.diff(self.log_halves(mean))[number]) / width)


def predicted_exponents(frame: pd.DataFrame, value: str = "half") -> pd.DataFrame:
    """Return exponents of predicted half points between neighbouring d, at geometric means.

    Parameters
    ----------
    frame
        Half points of one target, with the column ``d``.
    value
        The column of the half points; rows without one are left out.
    """
    own = frame.dropna(subset=value).sort_values("d")
    d, halves = np.log(own["d"].to_numpy(dtype=float)), np.log(own[value].to_numpy(dtype=float))
    return pd.DataFrame({"d": np.exp((d[1:] + d[:-1]) / 2), "exponent": np.diff(halves) / np.diff(d)})


def predicted_exponent(frame: pd.DataFrame, low: float, high: float, value: str = "half") -> float:
    """Return the exponent of predicted half points between two d, both included.

    Parameters
    ----------
    frame, value
        As in `predicted_exponents`.
    low, high
        The range of d.
    """
    own = frame[(frame["d"] >= low) & (frame["d"] <= high)]
    return loglog_slope(own["d"].to_numpy(), own[value].to_numpy())
