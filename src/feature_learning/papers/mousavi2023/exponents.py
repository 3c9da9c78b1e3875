"""Exponents of d measured in the runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.papers.mousavi2023.signal_to_noise import needed
from feature_learning.statistics.evidence import by_seed
from feature_learning.statistics.exponents import loglog_slope

QUADRATIC_RUNTIME = "time_2"


@dataclass(frozen=True)
class NeededSamples:
    """The sample size n* at which signal and noise are equal, for one structure and k.

    Attributes
    ----------
    d : (dimensions,)
    levels : (seeds, dimensions)
        Noise levels.
    scale : (dimensions,)
        n* at noise level 1.
    """

    d: np.ndarray
    levels: np.ndarray
    scale: np.ndarray

    @classmethod
    def of(cls, tables: Tables, k: int, structure: str) -> NeededSamples:
        """Read one structure's runs."""
        levels = by_seed(tables.runs("signal_to_noise", k=k, structure=structure), "noise_level", "d")
        d = [int(value) for value in levels.columns]
        return cls(np.array(d, dtype=float), levels.to_numpy(), np.array([needed(value, k, structure, 1.0) for value in d]))

    def exponent(self, levels: np.ndarray) -> float:
        """Return the exponent of n* from mean noise levels, shape (dimensions,)."""
        return loglog_slope(self.d, self.scale * levels)

    @property
    def predicted(self) -> float:
        """The exponent for a noise level that does not depend on d, from the overlap at the same dimensions."""
        return loglog_slope(self.d, self.scale)


def joint(found: Sequence[NeededSamples], summary: Callable[[np.ndarray], float]) -> tuple[np.ndarray, Callable[[np.ndarray], float]]:
    """Return the noise levels of several structures side by side, and a summary of their exponents as a function of the mean row."""
    width = len(found[0].d)

    def fit(mean: np.ndarray) -> float:
        return summary(np.array([part.exponent(mean[i * width : (i + 1) * width]) for i, part in enumerate(found)]))

    return np.hstack([part.levels for part in found]), fit


def slopes_by_seed(tables: Tables, value: str, structure: str) -> np.ndarray:
    """Return each seed's slope of a column of ``initial_overlap`` against d: on logarithmic axes, at k = 2 of the time itself."""
    curves = by_seed(tables.runs("initial_overlap", structure=structure), value, "d")
    d = np.array(curves.columns, dtype=float)
    if value == QUADRATIC_RUNTIME:  # a logarithm of d, not a power
        return np.polyfit(np.log(d), curves.to_numpy().T, 1)[0]
    return np.array([loglog_slope(d, row) for row in curves.to_numpy()])
