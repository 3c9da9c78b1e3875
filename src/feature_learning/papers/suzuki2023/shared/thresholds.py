"""Samples to accuracy 0.8, read off mean curves over runs, and their exponents in the dimension."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.statistics.evidence import Evidence, by_run, by_seed
from feature_learning.statistics.exponents import crossing, loglog_slope
from feature_learning.statistics.intervals import Interval, fitted, fitted_logarithm

LEVEL = 0.8


@dataclass(frozen=True)
class Curves:
    """Accuracies over sample sizes, at several dimensions.

    Attributes
    ----------
    runs : (runs, d and n)
        Every run's accuracies, n fastest. The values of n may depend on d.
    d : (dimensions,)
    sizes : one array for each d
        Sample sizes, rising.
    """

    runs: np.ndarray
    d: np.ndarray
    sizes: list[np.ndarray]

    @classmethod
    def of(cls, frame: pd.DataFrame, low: float = 0, high: float = np.inf) -> Curves:
        """Return the curves of rows with seed, replica, d, n and accuracy, of one k, alpha and horizon.

        Parameters
        ----------
        frame
            One row per run, d and n.
        low, high
            The range of d, both ends included.
        """
        rows = by_run(frame[frame["d"].between(low, high)])
        dimensions = sorted(map(int, rows["d"].unique()))
        parts = [by_seed(rows[rows["d"] == d], "accuracy", "n") for d in dimensions]
        sizes = [part.columns.to_numpy(dtype=float) for part in parts]
        return cls(np.hstack([part.to_numpy() for part in parts]), np.array(dimensions, dtype=float), sizes)

    def at(self, dimensions: Sequence[float]) -> Curves:
        """Return the curves at some of the dimensions."""
        kept = [j for j, d in enumerate(self.d) if d in dimensions]
        ends = np.cumsum([len(sizes) for sizes in self.sizes])
        parts = np.split(self.runs, ends[:-1], axis=1)
        return Curves(np.hstack([parts[j] for j in kept]), self.d[kept], [self.sizes[j] for j in kept])

    def log_thresholds(self, mean: np.ndarray) -> np.ndarray:
        """Return ln n at which the rising envelope of a mean curve reaches the level, for each d; NaN where it does not.

        Accuracy is interpolated in ln n. Runs that do not reach the level themselves take part in the mean.
        """
        ends = np.cumsum([len(sizes) for sizes in self.sizes])[:-1]
        parts = zip(self.sizes, np.split(mean, ends), strict=True)
        return np.log([crossing(sizes, np.maximum.accumulate(part), LEVEL) for sizes, part in parts])

    def exponent(self, mean: np.ndarray) -> float:
        """Return the exponent of the thresholds in d; NaN if one of them is missing."""
        return loglog_slope(self.d, np.exp(self.log_thresholds(mean)))

    def constant(self, mean: np.ndarray) -> float:
        """Return the mean of ``ln(n/(d ln d))`` over d, n the thresholds."""
        return float((self.log_thresholds(mean) - np.log(self.d * np.log(self.d))).mean())

    def threshold(self, number: int) -> Interval:
        """Return the threshold at the d of this place, with its interval in log units; NaN if the level is not reached."""
        return fitted_logarithm(self.runs, lambda mean: float(self.log_thresholds(mean)[number]))

    def interval(self, fit: Callable[[Curves, np.ndarray], float]) -> Interval:
        """Return a number fitted to the mean curve, such as `Curves.exponent`, with its interval over runs."""
        return fitted(self.runs, partial(fit, self))


def heat_curves(tables: Tables, low: float = 0, high: float = np.inf, horizon: float | None = None) -> Curves:
    """Return the network's curves for k = 2 and alpha = 0 at one horizon of figure 1, by default the longest."""
    rows = tables.runs("heatmap")
    return Curves.of(rows[rows["horizon"] == (horizon or rows["horizon"].max())], low, high)


def growth_curves(tables: Tables, k: int, horizon: float | None = None) -> Curves:
    """Return the network's curves for alpha = 0 at one horizon of figure 1b, by default the longest."""
    rows = tables.runs(f"growth_k{k}")
    return Curves.of(rows[rows["horizon"] == (horizon or rows["horizon"].max())])


def network_curves(tables: Tables, k: int, alpha: float) -> Curves:
    """Return the network's curves of figure 2; alpha = 0 is figure 1's experiment (k = 2) or the longest of figure 1b (k = 3)."""
    if alpha == 0:
        return heat_curves(tables) if k == 2 else growth_curves(tables, 3)
    return Curves.of(tables.runs("anisotropic", alpha=alpha, k=k))


def kernel_curves(tables: Tables, k: int, alpha: float = 0.0) -> Curves:
    """Return the kernel's curves."""
    return Curves.of(tables.runs("kernel_baseline", alpha=alpha, k=k))


Compared = Callable[[Sequence[np.ndarray]], Sequence[float]]


def compared(curves: Sequence[Curves], points: Sequence[str], compare: Compared) -> Evidence:
    """Return the evidence on numbers that are fitted to several sets of curves at once.

    Parameters
    ----------
    curves
        The set with the fewest runs gives the rows of the evidence. Another set's row is one run, or the mean of as many as
        there are for each row. Rows are independent of each other, and within a row the sets may share draws.
    points
        What the numbers are called.
    compare
        Takes the logarithmic thresholds of each set, and returns the numbers.
    """
    ends = np.cumsum([one.runs.shape[1] for one in curves])[:-1]

    def fit(mean: np.ndarray) -> np.ndarray:
        return np.asarray(compare([one.log_thresholds(part) for one, part in zip(curves, np.split(mean, ends), strict=True)]))

    return Evidence(_in_rows([one.runs for one in curves]), points, fit=fit)


def exponents(curves: Sequence[Curves], points: Sequence[str]) -> Evidence:
    """Return the evidence on the exponent of each set of curves."""
    return compared(curves, points, lambda found: [_slope(one, logs) for one, logs in zip(curves, found, strict=True)])


def exponent_difference(first: Curves, second: Curves, point: str) -> Evidence:
    """Return the evidence on the exponent of the first set of curves minus that of the second."""
    return compared([first, second], [point], lambda found: [_slope(first, found[0]) - _slope(second, found[1])])


def log_ratios(first: Curves, second: Curves, dimensions: Sequence[int]) -> Evidence:
    """Return the evidence on the logarithm of the first set's thresholds over the second's, at the given dimensions."""
    pair = [first.at(dimensions), second.at(dimensions)]
    return compared(pair, [f"d = {d}" for d in dimensions], lambda found: [float(ratio) for ratio in found[0] - found[1]])


def together(parts: Sequence[Evidence], names: Sequence[str] = ()) -> Evidence:
    """Return several fits to mean curves as one evidence.

    Parameters
    ----------
    parts
        From `compared` and the functions that use it. Their rows are put together as there.
    names
        What to put before the names of each part's points.
    """
    ends = np.cumsum([part.observed.shape[1] for part in parts])[:-1]
    before = [f"{name}, " for name in names] or [""] * len(parts)
    points = [name + point for name, part in zip(before, parts, strict=True) for point in part.points]

    def fit(mean: np.ndarray) -> np.ndarray:
        return np.concatenate([np.atleast_1d(part.fit(own)) for part, own in zip(parts, np.split(mean, ends), strict=True) if part.fit])

    return Evidence(_in_rows([part.observed for part in parts]), points, fit=fit)


def _slope(curves: Curves, log_thresholds: np.ndarray) -> float:
    return loglog_slope(curves.d, np.exp(log_thresholds))


def _in_rows(sets: Sequence[np.ndarray]) -> np.ndarray:
    """Return sets of curves side by side: each row has one run of the smallest set, and the mean of the runs that fall to it."""
    count = min(len(runs) for runs in sets)
    shares = [len(runs) // count for runs in sets]
    return np.hstack([runs[: share * count].reshape(count, share, -1).mean(axis=1) for runs, share in zip(sets, shares, strict=True)])
