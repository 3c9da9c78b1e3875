"""Evidence for bg4."""

from collections.abc import Iterator

import pandas as pd

from feature_learning.statistics import Evidence, Tables, against_theory, at_points

_TIMES = (0.1, 0.2, 0.5, 1.0)


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
        found = against_theory(runs, theory, value, "t", times, symbol="t", of=name)
        parts.append(found.against(at_points(theory, value, "t", [0.0])[0]))
    return Evidence.joined(parts)


def risk(tables: Tables) -> Evidence:
    return _gaussians(tables, "risk")


def norm(tables: Tables) -> Evidence:
    return _gaussians(tables, "norm")
