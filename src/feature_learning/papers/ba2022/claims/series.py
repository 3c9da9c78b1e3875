"""Evidence for series."""

import numpy as np

from feature_learning.papers.ba2022.shared.series import cubic
from feature_learning.statistics import Evidence, Tables, at_points, by_seed, named


def stein(tables: Tables) -> Evidence:
    runs, theory = tables.runs("series"), tables.theory("series")
    curves, entries = (by_seed(runs, column, "rho") for column in ("signal", "first"))
    expected = at_points(theory, "signal", "rho", list(curves.columns))
    rival = entries.mean().to_numpy() - expected
    return Evidence.of(curves - expected, "rho").against(rival)


def _coefficients(tables: Tables, series: str) -> Evidence:
    """Return the coefficients of a cubic in the overlap, over those of a series."""
    curves, theory = by_seed(tables.runs("series"), "signal", "rho"), tables.theory("series")
    at = curves.columns.to_numpy(dtype=float)
    known = cubic(theory["rho"].to_numpy(), theory[series].to_numpy())

    def fit(mean: np.ndarray) -> np.ndarray:
        return cubic(at, mean) / known

    return Evidence(curves.to_numpy(), named("i", range(4)), fit=fit)


def printed(tables: Tables) -> Evidence:
    return _coefficients(tables, "printed")


def factorial(tables: Tables) -> Evidence:
    return _coefficients(tables, "full")
