"""The sample size at which a third of the runs find the direction, and its exponent in d."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pandas as pd

from feature_learning.statistics import Interval, crossing, fitted

_LEVEL = 1 / 3  # where the shares of all structures rise steeply


def reached(sizes: np.ndarray, shares: np.ndarray) -> float:
    """Return the size from which on a third of the runs are aligned, NaN where that is not reached.

    Shares are made monotone by their running maximum, and interpolated in the logarithm of the
    size.

    Parameters
    ----------
    sizes, shares : (points,)
        Growing sample sizes.
    """
    return crossing(sizes, np.maximum.accumulate(shares), _LEVEL)


@dataclass(frozen=True)
class Thresholds:
    """Shares of aligned runs against n/d, for several structures and d.

    Attributes
    ----------
    structures, d, ratios
        What the shares are of.
    shares : (seeds, structures x d x ratios)
        Each seed's share over its replicas; ratios fastest, structures slowest. Nested samples stay
        together.
    """

    structures: tuple[str, ...]
    d: np.ndarray
    ratios: np.ndarray
    shares: np.ndarray

    @classmethod
    def of(cls, runs: pd.DataFrame) -> Thresholds:
        """Read the runs of ``overlap``."""
        structures = tuple(dict.fromkeys(runs["structure"]))
        d, ratios = (sorted(runs[name].unique()) for name in ("d", "ratio"))
        shares = runs.pivot_table(
            index="seed", columns=["structure", "d", "ratio"], values="aligned", aggfunc="mean"
        )
        columns = pd.MultiIndex.from_product([structures, d, ratios])
        return cls(
            structures,
            np.array(d, dtype=float),
            np.array(ratios, dtype=float),
            shares[columns].to_numpy(dtype=float),
        )

    def log_needed(self, mean: np.ndarray) -> np.ndarray:
        """Return ln n at which a third of the runs are aligned, (structures, d); NaN where that
        is not reached.

        Parameters
        ----------
        mean : (structures x d x ratios,)
            Mean shares.
        """
        shape = len(self.structures), len(self.d), len(self.ratios)
        needed = [
            reached(d * self.ratios, curve)
            for rows in mean.reshape(shape)
            for d, curve in zip(self.d, rows, strict=True)
        ]
        return np.log(needed).reshape(shape[:2])

    def slopes(self, mean: np.ndarray) -> np.ndarray:
        """Return the exponent of the threshold in d, (structures,)."""
        log_d = np.log(self.d) - np.log(self.d).mean()
        return np.asarray(self.log_needed(mean) @ log_d / (log_d @ log_d))

    def place(self, structure: str) -> int:
        """Return the number of a structure."""
        return self.structures.index(structure)

    def interval(self, number: Callable[[np.ndarray], float]) -> Interval:
        """Return the interval over seeds of a number that is a function of the mean shares."""
        return fitted(self.shares, number)
