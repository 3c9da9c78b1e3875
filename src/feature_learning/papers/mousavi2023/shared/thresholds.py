"""The sample size at which half of the runs find the direction, and its exponent in d."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pandas as pd

from feature_learning.statistics.exponents import crossing
from feature_learning.statistics.intervals import Interval, fitted

_HALF = 0.5


@dataclass(frozen=True)
class Thresholds:
    """Shares of aligned runs against n/d, for several structures and d.

    Attributes
    ----------
    structures, d, ratios
        What the shares are of.
    shares : (seeds, structures x d x ratios)
        Each seed's share over its replicas; ratios fastest, structures slowest. Nested samples stay together.
    """

    structures: tuple[str, ...]
    d: np.ndarray
    ratios: np.ndarray
    shares: np.ndarray

    @classmethod
    def of(cls, runs: pd.DataFrame) -> Thresholds:
        """Read the runs of ``overlap``."""
        structures, sizes = tuple(dict.fromkeys(runs["structure"])), sorted(runs["d"].unique())
        shares = runs.pivot_table(index="seed", columns=["structure", "d", "ratio"], values="aligned", aggfunc="mean")
        ratios = sorted(runs["ratio"].unique())
        wanted = pd.MultiIndex.from_product([structures, sizes, ratios])
        return cls(structures, np.array(sizes, dtype=float), np.array(ratios, dtype=float), shares[wanted].to_numpy(dtype=float))

    def log_halves(self, mean: np.ndarray) -> np.ndarray:
        """Return ln n at which half of the runs are aligned, (structures, d); NaN where that is not reached.

        Shares are made monotone by their running maximum, and interpolated in ln n.

        Parameters
        ----------
        mean : (structures x d x ratios,)
            Mean shares.
        """
        curves = np.maximum.accumulate(mean.reshape(len(self.structures), len(self.d), len(self.ratios)), axis=-1)
        return np.log([[crossing(d * self.ratios, curve, _HALF) for d, curve in zip(self.d, rows, strict=True)] for rows in curves])

    def slopes(self, mean: np.ndarray) -> np.ndarray:
        """Return the exponent of the threshold in d, (structures,)."""
        at = np.log(self.d) - np.log(self.d).mean()
        return np.asarray(self.log_halves(mean) @ at / (at @ at))

    def place(self, structure: str) -> int:
        """Return the number of a structure."""
        return self.structures.index(structure)

    def interval(self, number: Callable[[np.ndarray], float]) -> Interval:
        """Return the interval over seeds of a number that is a function of the mean shares."""
        return fitted(self.shares, number)
