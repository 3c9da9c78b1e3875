"""Half points: the strength of the spike at which half is learned, and its exponent in d."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pandas as pd
from scipy.optimize import brentq
from scipy.special import logit

from feature_learning.papers.ba2023.shared.model import strength
from feature_learning.statistics import Interval, by_seed, crossing, fitted

_LEAST = 1e-9  # fractions are kept this far from 0 and 1


def half(
    curve: Callable[[float], float], low: float, high: float, precision: float = 1e-9
) -> float:
    """Return the theta at which a rising curve reaches one half, NaN where it does not; ln theta is
    sought between low and high.
    """

    def height(log_theta: float) -> float:
        return float(log_odds(curve(math.exp(log_theta))))

    if not height(low) < 0 < height(high):
        return math.nan
    return math.exp(brentq(height, low, high, xtol=precision))


def log_odds(fraction: np.ndarray | float) -> np.ndarray:
    """Return the logit of fractions, which are kept off 0 and 1."""
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
        """Return the curves of runs of one target, one row per ``d``, ``gamma`` and ``seed``."""
        sizes = sorted(runs["d"].unique().tolist())
        parts = [by_seed(runs[runs["d"] == d], value, "gamma") for d in sizes]
        thetas = [
            np.array([strength(float(gamma), d) for gamma in part.columns])
            for d, part in zip(sizes, parts, strict=True)
        ]
        return cls(np.hstack(parts), np.array(sizes, dtype=float), thetas)

    def log_halves(self, mean: np.ndarray) -> np.ndarray:
        """Return ln theta at which a mean curve reaches one half at each d; NaN if it does not.

        The logit of the fraction is interpolated, which is almost linear in ln theta.
        """
        ends = np.cumsum([len(thetas) for thetas in self.thetas])[:-1]
        parts = zip(self.thetas, np.split(mean, ends), strict=True)
        return np.log([crossing(thetas, log_odds(part), 0.0) for thetas, part in parts])

    def log_half(self, number: int) -> Interval:
        """Return ln theta at which half is learned at the d of this place, with its interval."""
        return fitted(self.curves, lambda mean: float(self.log_halves(mean)[number]))

    def local_exponent(self, number: int) -> Interval:
        """Return the exponent between the d of this place and the next, with its interval."""
        width = math.log(self.d[number + 1] / self.d[number])

        def slope(mean: np.ndarray) -> float:
            return float(np.diff(self.log_halves(mean))[number]) / width

        return fitted(self.curves, slope)


def predicted_exponents(frame: pd.DataFrame, value: str = "half") -> pd.DataFrame:
    """Return exponents of one target's predicted half points between neighbouring d, at geometric
    means; rows without a half point are left out.
    """
    rows = frame.dropna(subset=value).sort_values("d")
    d, halves = (np.log(rows[column].to_numpy(dtype=float)) for column in ("d", value))
    exponents = np.diff(halves) / np.diff(d)
    return pd.DataFrame({"d": np.exp((d[1:] + d[:-1]) / 2), "exponent": exponents})
