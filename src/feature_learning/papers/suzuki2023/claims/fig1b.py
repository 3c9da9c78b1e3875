"""Evidence for fig1b."""

import numpy as np

from feature_learning.papers.suzuki2023.shared.thresholds import (
    Curves,
    exponent_difference,
    exponents,
    growth_curves,
    heat_curves,
    kernel_curves,
    log_ratios,
)
from feature_learning.papers.suzuki2023.shared.times import powers
from feature_learning.statistics import Evidence, Tables


def kernel_k2(tables: Tables) -> Evidence:
    return exponents([Curves.of(tables.runs("kernel_baseline", alpha=0.0, k=2), low=12)], ["slope"])


def kernel_k3(tables: Tables) -> Evidence:
    return exponents([kernel_curves(tables, 3)], ["slope"])


def _cubic(tables: Tables, most: int = 24, horizon: float = np.inf) -> Curves:
    """Return the curves for k = 3 up to some d, at the longest of the horizons up to one."""
    longest = max(t for t in tables.values("growth_k3", "horizon") if t <= horizon)
    return growth_curves(tables, 3, longest).at([d for d in (8, 12, 16, 24) if d <= most])


def k3_falls(tables: Tables) -> Evidence:
    short, long = _cubic(tables, 16, 8000.0), _cubic(tables, 16)
    return exponent_difference(short, long, "horizon 8000 less the longest")


def k3(tables: Tables) -> Evidence:
    return exponents([_cubic(tables)], ["slope"])


csq = k3


def k_difference(tables: Tables) -> Evidence:
    quadratic = heat_curves(tables).at([16, 24, 32, 48])
    return exponent_difference(_cubic(tables), quadratic, "k = 3 less k = 2")


def ratio(tables: Tables) -> Evidence:
    return log_ratios(_cubic(tables), kernel_curves(tables, 3), [16])


def time_k(tables: Tables) -> Evidence:
    cubic, quadratic = (powers(tables, k, 0.0, 24) for k in (3, 2))
    gap = (cubic - quadratic)[:, None]
    return Evidence(gap, ["k = 3 less k = 2"], estimate="median")
