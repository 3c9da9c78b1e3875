"""The sample size from which on the first gradient points to the target, and its exponent in d."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from feature_learning.papers.mousavi2023.shared.first_gradient import needed
from feature_learning.papers.mousavi2023.shared.model import Structure
from feature_learning.statistics import Tables, by_seed, crossing, loglog_slope

SIGNALS = {2: "signal_quadratic", 3: "signal_cubic"}
"""The experiment of each k."""
LATE = 4
"""Doublings of n whose noise is averaged."""
VISIBLE = 0.5
"""The cosine at which the gradient points to the target."""


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
    def of(cls, tables: Tables, k: int, structure: Structure) -> VisibleSamples:
        """Read one structure's runs."""
        dimensions, sizes, columns = tables.values(SIGNALS[k], "d"), [], []
        for d in dimensions:
            runs = tables.runs(SIGNALS[k], structure=structure.name, d=d)
            cosines, levels = (by_seed(runs, name, "n") for name in ("cosine", "noise_level"))
            sizes.append(cosines.columns.to_numpy(dtype=float))
            late = levels.to_numpy()[:, -LATE:].mean(axis=1, keepdims=True)
            columns += [cosines.to_numpy(), late]
        bias = tables.value(SIGNALS[k], "bias")
        scale = np.array([needed(d, k, bias, structure, 1.0) for d in dimensions])
        return cls(np.array(dimensions, dtype=float), sizes, np.hstack(columns), scale)

    def _by_d(self, mean: np.ndarray) -> list[np.ndarray]:
        """Return the columns of each d."""
        return np.split(mean, np.cumsum([len(sizes) + 1 for sizes in self.sizes])[:-1])

    def samples(self, mean: np.ndarray) -> np.ndarray:
        """Return the n at which the mean cosine is 1/2, linear in ln n, at each d; NaN where it is
        not reached.
        """
        parts = zip(self.sizes, self._by_d(mean), strict=True)
        return np.array([crossing(sizes, part[:-1], VISIBLE) for sizes, part in parts])

    def predicted(self, mean: np.ndarray) -> np.ndarray:
        """Return ``d v/(3 S^2)`` with the mean measured noise level v, at each d."""
        return self.scale * np.array([part[-1] for part in self._by_d(mean)])

    def exponent(self, mean: np.ndarray) -> float:
        """Return the exponent in d of the measured sample size."""
        return loglog_slope(self.d, self.samples(mean))

    def predicted_exponent(self, mean: np.ndarray) -> float:
        """Return the exponent in d of the predicted one."""
        return loglog_slope(self.d, self.predicted(mean))


def visible(tables: Tables, k: int) -> dict[str, VisibleSamples]:
    """Return the sample sizes of every structure."""
    structures = Structure.in_rows(tables.runs(SIGNALS[k]))
    return {name: VisibleSamples.of(tables, k, structures[name]) for name in sorted(structures)}
