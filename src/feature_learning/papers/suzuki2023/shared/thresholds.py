"""Samples to accuracy 0.8, read off mean curves over runs, and their exponents in d."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import pandas as pd

from feature_learning.statistics import (
    Evidence,
    Interval,
    Tables,
    by_run,
    by_seed,
    crossing,
    fitted,
    fitted_logarithm,
    loglog_slope,
    named,
)

LEVEL = 0.8
STEEP = {0.5: "anisotropic", 1.0: "anisotropic_full"}
"""The experiment of each alpha above 0."""


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
    def of(cls, frame: pd.DataFrame, low: float = 0) -> Curves:
        """Return the curves of rows with seed, replica, d, n and accuracy, of one k, alpha and
        horizon, for d from `low` on.
        """
        runs = by_run(frame[frame["d"] >= low])
        tables = [by_seed(part, "accuracy", "n") for _, part in runs.groupby("d")]
        return cls(
            np.hstack([table.to_numpy() for table in tables]),
            np.sort(runs["d"].unique()).astype(float),
            [table.columns.to_numpy(dtype=float) for table in tables],
        )

    def _by_d(self, accuracies: np.ndarray) -> list[np.ndarray]:
        """Return the columns of each d."""
        ends = np.cumsum([len(sizes) for sizes in self.sizes])[:-1]
        return np.split(accuracies, ends, axis=-1)

    def at(self, dimensions: Sequence[float]) -> Curves:
        """Return the curves at some of the dimensions."""
        places = [place for place, d in enumerate(self.d) if d in dimensions]
        runs, sizes = self._by_d(self.runs), self.sizes
        return Curves(
            np.hstack([runs[place] for place in places]),
            self.d[places],
            [sizes[place] for place in places],
        )

    def log_thresholds(self, mean: np.ndarray) -> np.ndarray:
        """Return ln n at which the rising envelope of a mean curve reaches the level, for each d;
        NaN where it does not.

        Accuracy is interpolated in ln n. Runs that do not reach the level themselves take part in
        the mean.
        """
        parts = zip(self.sizes, self._by_d(mean), strict=True)
        return np.log(
            [crossing(sizes, np.maximum.accumulate(part), LEVEL) for sizes, part in parts]
        )

    def slope(self, log_thresholds: np.ndarray) -> float:
        """Return the exponent of thresholds in d; NaN if one of them is missing."""
        return loglog_slope(self.d, np.exp(log_thresholds))

    def exponent(self, mean: np.ndarray) -> float:
        """Return the exponent in d of the thresholds of a mean curve."""
        return self.slope(self.log_thresholds(mean))

    def line(self, mean: np.ndarray) -> float:
        """Return the slope of the line through the origin that is nearest to the thresholds over d,
        in least squares.
        """
        return float(np.exp(self.log_thresholds(mean)) @ self.d / (self.d @ self.d))

    def threshold(self, place: int) -> Interval:
        """Return the threshold at the d of this place, with its interval in log units; NaN if the
        level is not reached.
        """
        return fitted_logarithm(self.runs, lambda mean: float(self.log_thresholds(mean)[place]))

    def interval(self, fit: Callable[[Curves, np.ndarray], float]) -> Interval:
        """Return a number fitted to the mean curve, such as `Curves.exponent`, with its interval
        over runs.
        """
        return fitted(self.runs, partial(fit, self))


def heat_curves(tables: Tables, low: float = 0) -> Curves:
    """Return the network's curves for k = 2 and alpha = 0 at the longest horizon of figure 1."""
    return Curves.of(_longest(tables, "heatmap"), low)


def growth_curves(tables: Tables) -> Curves:
    """Return the network's curves for k = 3 and alpha = 0 at the longest horizon."""
    return Curves.of(_longest(tables, "growth_k3"))


def _longest(tables: Tables, experiment: str) -> pd.DataFrame:
    return tables.runs(experiment, horizon=tables.values(experiment, "horizon")[-1])


def network_curves(tables: Tables, k: int, alpha: float) -> Curves:
    """Return the network's curves of figure 2; alpha = 0 is figure 1's experiment (k = 2) or the
    longest of `growth_k3` (k = 3).
    """
    if alpha == 0:
        return heat_curves(tables) if k == 2 else growth_curves(tables)
    return Curves.of(tables.runs(STEEP[alpha], k=k))


def kernel_curves(tables: Tables, k: int, alpha: float = 0.0) -> Curves:
    """Return the kernel's curves."""
    return Curves.of(tables.runs("kernel_baseline", alpha=alpha, k=k))


Compared = Callable[[list[np.ndarray]], Sequence[float] | np.ndarray]


def compared(curves: Sequence[Curves], points: Sequence[str], compare: Compared) -> Evidence:
    """Return the evidence on numbers that are fitted to several sets of curves at once.

    Parameters
    ----------
    curves
        The set with the fewest runs gives the rows of the evidence. Another set's row is one run,
        or the mean of as many as there are for each row. Rows are independent of each other, and
        within a row the sets may share draws.
    points
        What the numbers are called.
    compare
        Takes the logarithmic thresholds of each set, and returns the numbers.
    """
    ends = np.cumsum([each.runs.shape[1] for each in curves])[:-1]

    def fit(mean: np.ndarray) -> np.ndarray:
        parts = zip(curves, np.split(mean, ends), strict=True)
        return np.asarray(compare([each.log_thresholds(part) for each, part in parts]))

    return Evidence(_in_rows([each.runs for each in curves]), points, fit=fit)


def exponent_difference(first: Curves, second: Curves, point: str) -> Evidence:
    """Return the evidence on the exponent of the first set of curves minus that of the second."""
    return compared(
        [first, second], [point], lambda logs: [first.slope(logs[0]) - second.slope(logs[1])]
    )


def log_ratios(first: Curves, second: Curves, dimensions: Sequence[int]) -> Evidence:
    """Return the evidence on the logarithm of the first set's thresholds over the second's, at the
    given dimensions.
    """
    both = [first.at(dimensions), second.at(dimensions)]
    return compared(both, named("d", dimensions), lambda logs: logs[0] - logs[1])


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
    points = [
        name + point for name, part in zip(before, parts, strict=True) for point in part.points
    ]

    def fit(mean: np.ndarray) -> np.ndarray:
        columns = zip(parts, np.split(mean, ends), strict=True)
        return np.concatenate([part.fit(own) for part, own in columns if part.fit])

    return Evidence(_in_rows([part.observed for part in parts]), points, fit=fit)


def _in_rows(sets: Sequence[np.ndarray]) -> np.ndarray:
    """Return sets of curves side by side: each row has one run of the smallest set, and the mean of
    the runs that fall to it.
    """
    count = min(len(runs) for runs in sets)
    shares = [len(runs) // count for runs in sets]
    parts = zip(sets, shares, strict=True)
    return np.hstack(
        [runs[: share * count].reshape(count, share, -1).mean(axis=1) for runs, share in parts]
    )
