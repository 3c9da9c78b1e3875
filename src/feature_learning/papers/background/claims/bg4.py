"""Evidence for bg4."""

from collections.abc import Callable, Iterator

import numpy as np
import pandas as pd

from feature_learning.papers.background.theory import SHARES
from feature_learning.statistics import Evidence, Tables, against_theory, by_seed, kolmogorov, named

_TIMES = (0.1, 0.2, 0.5, 1.0)
_RADIAL_TIMES = (0.0, *_TIMES)


def _by_separation(tables: Tables) -> Iterator[tuple[float, pd.DataFrame, pd.DataFrame]]:
    """Yield each separation with its runs and theory, the largest first."""
    for delta in reversed(tables.values("isotropic_gaussians", "delta")):
        runs, theory = (
            read("isotropic_gaussians", delta=delta) for read in (tables.runs, tables.theory)
        )
        yield delta, runs, theory


def _gaussians(tables: Tables, value: str) -> Evidence:
    parts = []
    for delta, runs, theory in _by_separation(tables):
        times, name = _TIMES if delta > 0.5 else _TIMES[1:], f"Delta = {delta}"
        parts.append(against_theory(runs, theory, value, "t", times, symbol="t", of=name))
    return Evidence.joined(parts)


def risk(tables: Tables) -> Evidence:
    return _gaussians(tables, "risk")


def norm(tables: Tables) -> Evidence:
    return _gaussians(tables, "norm")


def radial(tables: Tables) -> Evidence:
    parts = []
    for delta, runs, theory in _by_separation(tables):
        law = theory.set_index("t")["quantiles"]
        rows = zip(runs["t"], runs["norms"], strict=True)
        runs["distance"] = [kolmogorov(norms, _distribution(law.loc[t])) for t, norms in rows]
        distances = by_seed(runs, "distance", "t", _RADIAL_TIMES).to_numpy()
        points = [f"Delta = {delta}, {time}" for time in named("t", _RADIAL_TIMES)]
        parts.append(Evidence(distances, points))
    return Evidence.joined(parts)


def _distribution(quantiles: np.ndarray) -> Callable[[np.ndarray], np.ndarray]:
    """Return the distribution function of a law that is known by its quantiles."""
    return lambda values: np.interp(values, quantiles, SHARES, left=0.0, right=1.0)
