"""Evidence for bg4."""

from collections.abc import Callable

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.papers.background.theory import SHARES
from feature_learning.statistics.distances import kolmogorov
from feature_learning.statistics.evidence import Evidence, against_theory, by_seed, named

_RADIAL_TIMES = (0.0, 0.1, 0.2, 0.5, 1.0)


_GAUSSIAN_TIMES = (0.1, 0.2, 0.5, 1.0)


def _gaussians(tables: Tables, value: str) -> Evidence:
    parts = []
    for delta in sorted(tables.runs("isotropic_gaussians")["delta"].unique(), reverse=True):
        runs, theory = (table("isotropic_gaussians", delta=float(delta)) for table in (tables.runs, tables.theory))
        times = [t for t in _GAUSSIAN_TIMES if t >= (0.1 if delta > 0.5 else 0.2)]
        parts.append(against_theory(runs, theory, value, "t", times, symbol="t", of=f"Delta = {delta}"))
    return Evidence.joined(parts)


def risk(tables: Tables) -> Evidence:
    return _gaussians(tables, "risk")


def norm(tables: Tables) -> Evidence:
    return _gaussians(tables, "norm")


def radial(tables: Tables) -> Evidence:
    parts = []
    for delta in sorted(tables.runs("isotropic_gaussians")["delta"].unique(), reverse=True):
        runs, theory = (table("isotropic_gaussians", delta=float(delta)) for table in (tables.runs, tables.theory))
        law = theory.set_index("t")["quantiles"]
        distances = [kolmogorov(norms, _law(law.loc[t])) for t, norms in zip(runs["t"], runs["norms"], strict=True)]
        matrix = by_seed(runs.assign(distance=distances), "distance", "t", _RADIAL_TIMES)
        parts.append(Evidence(matrix.to_numpy(), [f"Delta = {delta}, {name}" for name in named("t", _RADIAL_TIMES)]))
    return Evidence.joined(parts)


def _law(quantiles: np.ndarray) -> Callable[[np.ndarray], np.ndarray]:
    """Return the distribution function of a law that is known by its quantiles."""
    return lambda values: np.interp(values, quantiles, SHARES, left=0.0, right=1.0)
