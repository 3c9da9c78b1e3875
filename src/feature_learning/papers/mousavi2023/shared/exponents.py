"""Exponents of d measured in the runs."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.papers.mousavi2023.shared.first_gradient import needed
from feature_learning.statistics.evidence import by_seed
from feature_learning.statistics.exponents import crossing, loglog_slope

QUADRATIC_RUNTIME = "time_2"
SIGNALS = {2: "signal_quadratic", 3: "signal_cubic"}
"""The experiment of each k."""

_VISIBLE = 0.5
_LATE = 4  # doublings of n whose noise is averaged


@dataclass(frozen=True)
class VisibleSamples:
    """The sample size from which on the first gradient points to the target, for one structure.

    Attributes
    ----------
    d : (sizes,)
    sizes : one array of n for each d
    seen : (seeds, columns)
        For each d the cosine at every n, then the noise level.
    scale : (sizes,)
        The predicted sample size at noise level 1.
    """

    d: np.ndarray
    sizes: list[np.ndarray]
    seen: np.ndarray
    scale: np.ndarray

    @classmethod
    def of(cls, tables: Tables, k: int, structure: str) -> VisibleSamples:
        """Read one structure's runs."""
        runs = tables.runs(SIGNALS[k], structure=structure)
        d, parts, sizes = sorted(int(value) for value in runs["d"].unique()), [], []
        for value in d:
            cosines, levels = (by_seed(runs[runs["d"] == value], name, "n") for name in ("cosine", "noise_level"))
            sizes.append(np.array(cosines.columns, dtype=float))
            parts += [cosines.to_numpy(), levels.to_numpy()[:, -_LATE:].mean(axis=1, keepdims=True)]
        bias = float(runs["bias"].iloc[0])
        return cls(np.array(d, dtype=float), sizes, np.hstack(parts), np.array([needed(value, k, bias, structure, 1.0) for value in d]))

    def _parts(self, mean: np.ndarray) -> list[np.ndarray]:
        return np.split(mean, np.cumsum([len(own) + 1 for own in self.sizes])[:-1])

    def samples(self, mean: np.ndarray) -> np.ndarray:
        """Return the n at which the mean cosine is 1/2, linear in ln n, at each d; NaN where it is not reached."""
        return np.array([crossing(own, part[:-1], _VISIBLE) for own, part in zip(self.sizes, self._parts(mean), strict=True)])

    def predicted(self, mean: np.ndarray) -> np.ndarray:
        """Return ``d v/(3 S^2)`` with the mean measured noise level v, at each d."""
        return self.scale * np.array([part[-1] for part in self._parts(mean)])

    def exponent(self, mean: np.ndarray) -> float:
        """Return the exponent in d of the measured sample size."""
        return loglog_slope(self.d, self.samples(mean))

    def predicted_exponent(self, mean: np.ndarray) -> float:
        """Return the exponent in d of the predicted one."""
        return loglog_slope(self.d, self.predicted(mean))


def visible(tables: Tables, k: int) -> dict[str, VisibleSamples]:
    """Return the sample sizes of every structure."""
    return {name: VisibleSamples.of(tables, k, name) for name in sorted(tables.runs(SIGNALS[k])["structure"].unique())}


def side_by_side(found: Sequence[VisibleSamples]) -> tuple[np.ndarray, list[slice]]:
    """Return the columns of several structures in one matrix, and where each has its own."""
    ends = np.cumsum([0, *(part.seen.shape[1] for part in found)])
    return np.hstack([part.seen for part in found]), [slice(*pair) for pair in itertools.pairwise(ends)]


def slopes_by_seed(tables: Tables, value: str, structure: str) -> np.ndarray:
    """Return each seed's slope of a column of ``initial_overlap`` against d: on logarithmic axes, at k = 2 of the time itself."""
    curves = by_seed(tables.runs("initial_overlap", structure=structure), value, "d")
    d = np.array(curves.columns, dtype=float)
    if value == QUADRATIC_RUNTIME:  # a logarithm of d, not a power
        return np.polyfit(np.log(d), curves.to_numpy().T, 1)[0]
    return np.array([loglog_slope(d, row) for row in curves.to_numpy()])


def late_noise(tables: Tables, k: int) -> pd.DataFrame:
    """Return each seed's noise level at every d, the mean over structures and the last doublings of n."""
    runs = tables.runs(SIGNALS[k])
    last = runs["n"] * 2**_LATE > runs.groupby("d")["n"].transform("max")
    return runs[last].groupby(["seed", "d"], as_index=False)["noise_level"].mean().assign(k=k)
