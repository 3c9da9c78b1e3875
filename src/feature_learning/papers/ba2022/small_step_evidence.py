"""Evidence on steps of order one that the claims of fig3a and fig3b share."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.statistics.evidence import Evidence, at_points, by_seed, named

_LEAST_GAIN = 0.003
PEAK = 0.15  # within this of log psi1 = log psi2 the risk is heavy-tailed


def by_step(tables: Tables, experiment: str, over: str, eta: float, *, peak: bool = False) -> pd.DataFrame:
    """Return the risk by seed and size at one step, with or without the interpolation peak."""
    runs = tables.runs(experiment, eta=eta)
    matrix = by_seed(runs, "risk", over)
    other = float(runs["psi2" if over == "psi1" else "psi1"].iloc[0])
    return matrix[[at for at in map(float, matrix.columns) if peak or abs(math.log(at / other)) >= PEAK]]


def _steps(tables: Tables, experiment: str) -> list[float]:
    return sorted(float(eta) for eta in tables.runs(experiment)["eta"].unique())


def small_against_theory(tables: Tables, experiment: str, over: str) -> Evidence:
    """Return the risk at every step and size against the prediction, without the peak."""
    observed, points, predicted = [], [], []
    for eta in _steps(tables, experiment):
        matrix = by_step(tables, experiment, over, eta)
        observed.append(matrix.to_numpy())
        points += [f"eta = {eta:g}, {point}" for point in named(over, list(matrix.columns))]
        predicted.append(at_points(tables.theory(experiment, eta=eta), "risk", over, list(matrix.columns)))
    return Evidence(np.hstack(observed), points, np.hstack(predicted))


def small_gain(tables: Tables, experiment: str, over: str) -> Evidence:
    """Return paired gains over random features where a gain above `_LEAST_GAIN` is predicted."""
    parts = []
    for eta in (4.0, 8.0):
        gain = by_step(tables, experiment, over, 0.0) - by_step(tables, experiment, over, eta)
        sizes = list(gain.columns)
        before, after = (at_points(tables.theory(experiment, eta=step), "risk", over, sizes) for step in (0.0, eta))
        seen = [at for at, delta in zip(sizes, before - after, strict=True) if delta > _LEAST_GAIN]
        if seen:
            parts.append(Evidence(gain[seen].to_numpy(), [f"eta = {eta:g}, {point}" for point in named(over, seen)]))
    return Evidence.joined(parts)


def small_over_bound(tables: Tables, experiment: str, over: str) -> Evidence:
    """Return the risk minus the bound on kernels at every step and size."""
    bound, parts = float(tables.theory(experiment)["bound"].iloc[0]), []
    for eta in _steps(tables, experiment):
        matrix = by_step(tables, experiment, over, eta, peak=True)
        parts.append(Evidence(matrix.to_numpy() - bound, [f"eta = {eta:g}, {point}" for point in named(over, list(matrix.columns))]))
    return Evidence.joined(parts)
